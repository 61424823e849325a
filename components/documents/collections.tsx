"use client";

import { useQuery } from "@tanstack/react-query";
import LibraryBig from "lucide-react/icons/library-big";
import Plus from "lucide-react/icons/plus";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { collectionsQuery, useRefreshDocuments } from "@/components/data/documents";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { NameDialog } from "@/components/ui/name-dialog";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { collectionsApi } from "@/lib/knowledge/collections/contract";
import { counted } from "./folders";
import { DocumentsFrame } from "./page-frame";

/** The collections of the group. */
export function Collections() {
  const { data, error, refetch } = useQuery(collectionsQuery());
  const [isNaming, setIsNaming] = useState(false);
  const router = useRouter();
  const readAgain = useRefreshDocuments();
  return (
    <DocumentsFrame
      at="/documents/collections"
      about="Documents of the library under a name. Attach a collection to a chat, and its assistant answers from it."
      actions={
        <Button variant="primary" onClick={() => setIsNaming(true)}>
          <Plus className="size-4" aria-hidden /> New collection
        </Button>
      }
    >
      {error && !data && (
        <ErrorState
          what="The collections could not be read."
          reason={error.message}
          retry={() => void refetch()}
        />
      )}
      {!data && !error && <Loading label="Loading the collections" className="mt-4 h-40 rounded-xl" />}
      {data?.length === 0 && (
        <div className="mt-4 rounded-xl border border-dashed">
          <EmptyState title="No collections yet" icon={<LibraryBig aria-hidden />}>
            Make one for what belongs together, such as “Contracts” or “Product manuals”.
          </EmptyState>
        </div>
      )}
      {data && data.length > 0 && (
        <ul aria-label="Collections" className="mt-4 cards">
          {data.map(({ id, name, description, documents_count: files, chats_count: chats }) => (
            <li key={id} className="min-w-0">
              <Link
                href={`/documents/collections/${id}`}
                className="flex h-full flex-col gap-1 rounded-xl border bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover"
              >
                <span className="truncate font-medium">{name}</span>
                {description && <span className="line-clamp-2 text-sm wrap-anywhere">{description}</span>}
                <span className="mt-auto pt-2 text-sm text-muted">
                  {counted(files, "document")} · {chats > 0 ? `in ${counted(chats, "chat")}` : "in no chat"}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isNaming && (
        <NameDialog
          title="New collection"
          action="Create"
          maxLength={100}
          onClose={() => setIsNaming(false)}
          onName={async (name) => {
            const { id } = await call(collectionsApi.createCollection, { body: { name } });
            void readAgain();
            router.push(`/documents/collections/${id}`);
          }}
        />
      )}
    </DocumentsFrame>
  );
}
