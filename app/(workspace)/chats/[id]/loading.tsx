import { Skeleton } from "@/components/ui/states";

export default function LoadingChat() {
  return (
    <div className="flex h-full flex-col">
      <div className="h-14 border-b" />
      <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end gap-6 p-6">
        <span role="status" className="sr-only">
          Loading the chat
        </span>
        <Skeleton className="ml-auto h-12 w-1/2 rounded-2xl" />
        <Skeleton className="h-4 w-5/6" />
        <Skeleton className="h-4 w-4/6" />
        <Skeleton className="h-20 rounded-2xl" />
      </div>
    </div>
  );
}
