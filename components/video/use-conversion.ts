"use client";

import { useEffect, useState } from "react";
import { type Conversion, followConversion } from "./follow-conversion";

export function useConversion(task: string): Conversion {
  const [now, setNow] = useState<Conversion>({ state: "running" });
  useEffect(() => followConversion(task, setNow), [task]);
  return now;
}
