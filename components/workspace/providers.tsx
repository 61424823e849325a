"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfirmProvider } from "@/components/ui/confirm";
import { ToastProvider } from "@/components/ui/toast";
import { ApiError } from "@/lib/api/client";
import { TimeZone } from "./time";

/** What every page of the workspace shares in the browser. */
export function Providers({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={client}>
      <TimeZone value={timeZone}>
        <ToastProvider>
          <ConfirmProvider>{children}</ConfirmProvider>
        </ToastProvider>
      </TimeZone>
    </QueryClientProvider>
  );
}

const makeClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 5000, retry: mayRetry } },
  });

const mayRetry = (failures: number, error: Error) =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);
