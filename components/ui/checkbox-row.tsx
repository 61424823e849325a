import { useId } from "react";

export function CheckboxRow({
  name,
  note,
  isChosen,
  onChoose,
}: {
  name: string;
  note?: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const id = useId();
  return (
    <li>
      <label className="flex items-start gap-3 px-3 py-2.5 pointer-coarse:py-3">
        <input
          type="checkbox"
          checked={isChosen}
          aria-labelledby={id}
          aria-describedby={note && `${id}-note`}
          onChange={(event) => onChoose(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:size-5"
        />
        <span className="min-w-0">
          <span id={id} className="block font-medium wrap-anywhere">
            {name}
          </span>
          {note && (
            <span id={`${id}-note`} className="block text-muted wrap-anywhere">
              {note}
            </span>
          )}
        </span>
      </label>
    </li>
  );
}
