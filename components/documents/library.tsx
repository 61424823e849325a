"use client";

import { useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import FolderPlus from "lucide-react/icons/folder-plus";
import LibraryBig from "lucide-react/icons/library-big";
import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { foldersQuery, useRefreshDocuments } from "@/components/data/documents";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { NameDialog } from "@/components/ui/name-dialog";
import { SearchField } from "@/components/ui/search-field";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/contract";
import { foldersIn, lastOf } from "./folders";
import { DocumentList } from "./list";
import { DocumentsFrame } from "./page-frame";
import { UploadArea, UploadButton, UploadList } from "./upload-area";
import { useUploads } from "./uploads";

const hrefOf = (folder: string) =>
  folder === "" ? "/documents" : `/documents?folder=${encodeURIComponent(folder)}`;

/** The documents that everybody in the group sees, folder by folder. */
export function Library({ folder }: { folder: string }) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const [isNaming, setIsNaming] = useState(false);
  const uploads = useUploads({ folder });
  const router = useRouter();
  const { data: folders, error, refetch } = useQuery(foldersQuery());
  const which = search ? { place: "library" as const, search } : { place: "library" as const, folder };
  return (
    <UploadArea uploads={uploads}>
      <DocumentsFrame
        at="/documents"
        about="What everybody in the group sees. Put documents into a collection and attach that to a chat, and its assistant answers from them."
        actions={
          <>
            <SearchField label="Search documents" value={typed} onChange={setTyped} />
            <Button onClick={() => setIsNaming(true)}>
              <FolderPlus className="size-4" aria-hidden /> New folder
            </Button>
            <UploadButton uploads={uploads} />
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
          <ErrorState
            what="The folders could not be read."
            reason={error.message}
            retry={() => void refetch()}
          />
        )}
        <DocumentList
          key={`${folder}\n${search}`}
          which={which}
          folders={search ? [] : foldersIn(folders ?? [], folder)}
          hrefOf={hrefOf}
          withFolder={search !== ""}
          empty={<Nothing search={search} folder={folder} />}
        />
      </DocumentsFrame>
      {isNaming && (
        <NameDialog
          title="New folder"
          action="Open"
          maxLength={100}
          onClose={() => setIsNaming(false)}
          onName={async (name) => {
            router.push(hrefOf([folder, name].filter(Boolean).join("/")));
          }}
        />
      )}
    </UploadArea>
  );
}

/** Gives the folder that is shown another name, and goes on there. */
function RenameFolder({ folder }: { folder: string }) {
  const [isNaming, setIsNaming] = useState(false);
  const router = useRouter();
  const readAgain = useRefreshDocuments();
  const outer = folder.split("/").slice(0, -1);
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsNaming(true)}>
        Rename
      </Button>
      {isNaming && (
        <NameDialog
          title={`Rename “${lastOf(folder)}”`}
          action="Rename"
          name={lastOf(folder)}
          maxLength={100}
          onClose={() => setIsNaming(false)}
          onName={async (name) => {
            const to = [...outer, name].join("/");
            const renamed = await call(documentsApi.renameDocumentFolder, { body: { folder, to } });
            void readAgain();
            router.replace(hrefOf(renamed.folder));
          }}
        />
      )}
    </>
  );
}

function Crumbs({ folder }: { folder: string }) {
  const parts = folder.split("/");
  return (
    <nav aria-label="Folder" className="text-sm">
      <ol className="flex flex-wrap items-center gap-1">
        <li>
          <Link href="/documents" className="text-muted hover:text-ink hover:underline">
            Library
          </Link>
        </li>
        {parts.map((name, at) => {
          const path = parts.slice(0, at + 1).join("/");
          const isLast = at === parts.length - 1;
          return (
            <li key={path} className="flex min-w-0 items-center gap-1">
              <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden />
              <Link
                href={hrefOf(path)}
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

const Nothing = ({ search, folder }: { search: string; folder: string }) => (
  <div className="mt-4 rounded-xl border border-dashed">
    {search ? (
      <EmptyState title={`No document is called “${search}”`}>
        The search looks at the names of the library’s documents, in all folders.
      </EmptyState>
    ) : folder ? (
      <EmptyState title={`Nothing is in “${lastOf(folder)}”`}>
        Upload documents here, or move some to it. A folder is kept as long as something is in it.
      </EmptyState>
    ) : (
      <EmptyState title="No documents yet" icon={<LibraryBig aria-hidden />}>
        Upload or drop handbooks, contracts, tables or pictures of up to 50 MB. They are read, and chats can
        answer from them.
      </EmptyState>
    )}
  </div>
);
