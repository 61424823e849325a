"use client";

import { useState } from "react";
import { CompareDialog } from "./compare-dialog";
import { Comparing } from "./comparing";

export function Compare({
  models,
  onChange,
}: {
  models: string[];
  /** Called with undefined to end the comparison. */
  onChange: (models: string[] | undefined) => void;
}) {
  const end = () => onChange(undefined);
  const [isChanging, setChanging] = useState(false);
  const hasModels = models.length > 0;
  return (
    <>
      {hasModels && <Comparing models={models} onChange={() => setChanging(true)} onCancel={end} />}
      {(isChanging || !hasModels) && (
        <CompareDialog
          chosen={models}
          onChoose={(chosen) => {
            setChanging(false);
            onChange(chosen);
          }}
          onClose={hasModels ? () => setChanging(false) : end}
        />
      )}
    </>
  );
}
