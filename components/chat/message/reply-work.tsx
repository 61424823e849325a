import { Suspense } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Message } from "@/components/data/thread";

const Reasoning = lazy(() =>
  import("@/components/chat/reply/reasoning").then((file) => ({ default: file.Reasoning })),
);
const CompletedPlan = lazy(() =>
  import("@/components/chat/reply/plan").then((file) => ({ default: file.CompletedPlan })),
);
const LeftOutFiles = lazy(() =>
  import("@/components/chat/reply/left-out-files").then((file) => ({ default: file.LeftOutFiles })),
);

// Shows the plan and the steps that led to a reply.
export const ReplyWork = ({ message }: { message: Message }) => (
  <>
    {message.user_type === "assistant" && Boolean(message.extra?.plan ?? message.extra?.limit_reached) && (
      <Suspense>
        <CompletedPlan extra={message.extra} />
      </Suspense>
    )}
    {message.reasoning_steps.length > 0 && (
      <Suspense>
        <Reasoning steps={message.reasoning_steps} />
      </Suspense>
    )}
  </>
);

// Names the files that a reply doesn't use.
export const UnseenFiles = ({ message: { extra } }: { message: Message }) =>
  extra?.unseen_pictures || extra?.unread_files ? (
    <Suspense>
      <LeftOutFiles extra={extra} />
    </Suspense>
  ) : null;
