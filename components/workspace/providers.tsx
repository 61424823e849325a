"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Calendar, useCalendar } from "@/components/i18n/time";
import { ConfirmProvider } from "@/components/ui/confirm";
import { ToastProvider } from "@/components/ui/toast";
import { ApiError } from "@/lib/api/client";

export function Providers({
  timeZone,
  today,
  children,
}: {
  timeZone: string;
  today: string;
  children: ReactNode;
}) {
  const [client] = useState(makeClient);
  const calendar = useCalendar(timeZone, today);
  return (
    <QueryClientProvider client={client}>
      <Calendar value={calendar}>
        <ToastProvider>
          <ConfirmProvider>{children}</ConfirmProvider>
        </ToastProvider>
      </Calendar>
    </QueryClientProvider>
  );
}

const makeClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 5000, retry: shouldRetry } },
  });

const shouldRetry = (failures: number, error: Error) =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);
