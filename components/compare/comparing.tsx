import Columns3 from "lucide-react/icons/columns-3";
import X from "lucide-react/icons/x";
import { modelName } from "@/components/chooser/choice";
import { IconButton } from "@/components/ui/button";

type Props = { models: string[]; onChange: () => void; onCancel: () => void };

/** Above the composer: the models that the next message goes to. */
export const Comparing = ({ models, onChange, onCancel }: Props) => (
  <section
    aria-label="Comparing models"
    className="mx-2 mb-1 flex items-center gap-2 rounded-lg bg-hover py-0.5 pr-0.5 pl-3 text-sm"
  >
    <Columns3 className="size-4 shrink-0 text-muted" aria-hidden />
    <p className="min-w-0 flex-1 truncate">
      <span className="font-semibold">Comparing</span> {models.map(modelName).join(", ")}
    </p>
    <button
      type="button"
      onClick={onChange}
      className="shrink-0 rounded px-1 underline underline-offset-2 pointer-coarse:min-h-10"
    >
      Change
    </button>
    <IconButton label="Do not compare" onClick={onCancel} className="size-8! pointer-coarse:size-10!">
      <X aria-hidden />
    </IconButton>
  </section>
);
