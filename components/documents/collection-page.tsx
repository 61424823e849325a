"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { collectionQuery, useRefreshDocuments, type WholeCollection } from "@/components/data/documents";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { collectionsApi } from "@/lib/knowledge/collections/contract";
import { DocumentList } from "./list";
import { DocumentsFrame } from "./page-frame";
import { UploadArea, UploadButton, UploadList } from "./upload-area";
import { useUploads } from "./uploads";

/** A collection: its documents, and the chats that it is attached to. */
export function CollectionPage({ id }: { id: number }) {
  const { data: collection, error, refetch } = useQuery(collectionQuery(id));
  const uploads = useUploads({ collection_id: id });
  return (
    <UploadArea uploads={uploads}>
      <DocumentsFrame
        at="/documents/collections"
        title={collection?.name ?? "Collection"}
        about={collection?.description ?? "A collection of the group."}
        actions={
          <>
            {collection?.may_change && <Change collection={collection} />}
            {collection?.may_change && <UploadButton uploads={uploads} />}
          </>
        }
      >
        {error && !collection && (
          <ErrorState
            what="The collection could not be read."
            reason={error.message}
            retry={() => void refetch()}
          />
        )}
        {!collection && !error && <Loading label="Loading the collection" className="mt-4 h-40 rounded-xl" />}
        <UploadList uploads={uploads} />
        {collection && (
          <>
            <DocumentList
              which={{ collection_id: id }}
              mayTakeOut={collection.may_change}
              withFolder
              empty={
                <div className="mt-4 rounded-xl border border-dashed">
                  <EmptyState title="Nothing is in this collection yet">
                    {collection.may_change
                      ? "Upload documents here, or choose “Add to a collection” at a document of the library or of a chat."
                      : "Whoever created it, or an owner or admin of the group, can add documents."}
                  </EmptyState>
                </div>
              }
            />
            <Chats collection={collection} />
          </>
        )}
      </DocumentsFrame>
    </UploadArea>
  );
}

function Chats({ collection: { chats, chats_count: count } }: { collection: WholeCollection }) {
  const others = count - chats.length;
  return (
    <section aria-labelledby="chats-title" className="mt-8 text-sm">
      <h2 id="chats-title" className="text-base font-semibold">
        Attached to
      </h2>
      {count === 0 && (
        <p className="mt-1 text-muted">
          No chat yet. Open a chat, choose “Members and settings”, then “Documents”, and attach it there.
        </p>
      )}
      {chats.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {chats.map(({ id, uuid, name }) => (
            <li key={id} className="max-w-full">
              <Link
                href={`/chats/${uuid}`}
                className="block truncate rounded-lg border bg-surface px-2.5 py-1.5 hover:bg-hover"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className="mt-2 text-muted">
          {chats.length > 0 ? "And " : ""}
          {others === 1 ? "one chat" : `${others} chats`} that you are not a member of.
        </p>
      )}
    </section>
  );
}

function Change({ collection }: { collection: WholeCollection }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Name and description</Button>
      {isOpen && <ChangeDialog collection={collection} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangeDialog({ collection, onClose }: { collection: WholeCollection; onClose: () => void }) {
  const { id } = collection;
  const [name, setName] = useState(collection.name);
  const [description, setDescription] = useState(collection.description ?? "");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const readAgain = useRefreshDocuments();
  const router = useRouter();
  const say = useToast();
  const save = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await call(collectionsApi.updateCollection, { params: { id }, body: { name, description } });
      await readAgain();
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
      setIsBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title="Name and description">
      <form
        className="flex flex-col gap-4 p-0.5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Name" error={failure}>
          {(wiring) => (
            <Input
              {...wiring}
              value={name}
              maxLength={100}
              autoFocus
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Description" help="What is in it, for those who look for it.">
          {(wiring) => (
            <Textarea
              {...wiring}
              value={description}
              maxLength={2000}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <span className="mr-auto">
            <ConfirmButton
              action="Delete"
              question={`Delete the collection “${collection.name}”?`}
              onConfirm={async () => {
                await call(collectionsApi.deleteCollection, { params: { id } });
                say(`The collection “${collection.name}” was deleted.`);
                router.push("/documents/collections");
                void readAgain();
              }}
            >
              Chats no longer answer from it. Its documents stay in the library.
            </ConfirmButton>
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={name.trim() === ""}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
