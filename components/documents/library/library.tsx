"use client";

import { useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import FolderPlus from "lucide-react/icons/folder-plus";
import LibraryBig from "lucide-react/icons/library-big";
import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { foldersQuery, useRefreshDocuments } from "@/components/data/documents";
import { type Audience, useLibraryRights } from "@/components/data/library-rights";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { NameDialog } from "@/components/ui/name-dialog";
import { SearchField } from "@/components/ui/search-field";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/operations";
import { getFolderName, listSubfolders } from "./folders";
import { DocumentList } from "./list";
import { DocumentsFrame } from "./page-frame";
import { UploadArea, UploadButton, UploadList } from "./upload-area";
import { UploadAudience } from "./upload-audience";
import { formatMaxFileSize, useUploads } from "./uploads";

const toFolderUrl = (folder: string) =>
  folder === "" ? "/documents" : `/documents?folder=${encodeURIComponent(folder)}`;

export function Library({ folder }: { folder: string }) {
  const t = useTranslations("documents");
  const problem = useProblem();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const [isNaming, setIsNaming] = useState(false);
  const [audience, setAudience] = useState<Audience>();
  const uploads = useUploads({ folder, audience });
  const { canAdd } = useLibraryRights();
  const router = useRouter();
  const { data: folders, error, refetch } = useQuery(foldersQuery());
  const which = search ? { place: "library" as const, search } : { place: "library" as const, folder };
  return (
    <UploadArea uploads={canAdd ? uploads : undefined}>
      <DocumentsFrame
        at="/documents"
        about={t("about")}
        actions={
          <>
            <SearchField label={t("searchDocuments")} value={typed} onChange={setTyped} />
            {canAdd && (
              <>
                <Button onClick={() => setIsNaming(true)}>
                  <FolderPlus className="size-4" aria-hidden /> {t("newFolder")}
                </Button>
                <UploadAudience audience={audience} onChange={setAudience} />
                <UploadButton uploads={uploads} />
              </>
            )}
          </>
        }
      >
        {folder !== "" && !search && (
          <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Crumbs folder={folder} />
            <RenameFolder folder={folder} />
          </div>
        )}
        <UploadList uploads={uploads} />
        {error && (
          <ErrorState what={t("foldersFailed")} reason={problem(error)} retry={() => void refetch()} />
        )}
        <DocumentList
          key={`${folder}\n${search}`}
          which={which}
          folders={search ? [] : listSubfolders(folders ?? [], folder)}
          hrefOf={toFolderUrl}
          withFolder={search !== ""}
          empty={<Nothing search={search} folder={folder} />}
        />
      </DocumentsFrame>
      {isNaming && (
        <NameDialog
          title={t("newFolder")}
          action={t("openFolder")}
          maxLength={100}
          onClose={() => setIsNaming(false)}
          onName={async (name) => {
            router.push(toFolderUrl([folder, name].filter(Boolean).join("/")));
          }}
        />
      )}
    </UploadArea>
  );
}

function RenameFolder({ folder }: { folder: string }) {
  const t = useTranslations("documents");
  const [isNaming, setIsNaming] = useState(false);
  const router = useRouter();
  const readAgain = useRefreshDocuments();
  const outer = folder.split("/").slice(0, -1);
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsNaming(true)}>
        {t("rename")}
      </Button>
      {isNaming && (
        <NameDialog
          title={t("renameFolder", { folder: getFolderName(folder) })}
          action={t("rename")}
          name={getFolderName(folder)}
          maxLength={100}
          onClose={() => setIsNaming(false)}
          onName={async (name) => {
            const to = [...outer, name].join("/");
            const renamed = await call(documentsApi.renameDocumentFolder, { body: { folder, to } });
            void readAgain();
            router.replace(toFolderUrl(renamed.folder));
          }}
        />
      )}
    </>
  );
}

function Crumbs({ folder }: { folder: string }) {
  const t = useTranslations("documents");
  const parts = folder.split("/");
  return (
    <nav aria-label={t("folder")} className="text-sm">
      <ol className="flex flex-wrap items-center gap-1">
        <li>
          <Link href="/documents" className="text-muted hover:text-ink hover:underline">
            {t("library")}
          </Link>
        </li>
        {parts.map((name, at) => {
          const path = parts.slice(0, at + 1).join("/");
          const isLast = at === parts.length - 1;
          return (
            <li key={path} className="flex min-w-0 items-center gap-1">
              <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden />
              <Link
                href={toFolderUrl(path)}
                aria-current={isLast ? "page" : undefined}
                className="wrap-anywhere text-muted hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink"
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Nothing({ search, folder }: { search: string; folder: string }) {
  const t = useTranslations("documents");
  return (
    <div className="mt-4 rounded-xl border border-dashed">
      {search ? (
        <EmptyState title={t("noMatches", { search })}>{t("noMatchesHelp")}</EmptyState>
      ) : folder ? (
        <EmptyState title={t("emptyFolder", { folder: getFolderName(folder) })}>
          {t("emptyFolderHelp")}
        </EmptyState>
      ) : (
        <EmptyState title={t("noDocuments")} icon={<LibraryBig aria-hidden />}>
          {t("noDocumentsHelp", { size: formatMaxFileSize(t.locale) })}
        </EmptyState>
      )}
    </div>
  );
}
