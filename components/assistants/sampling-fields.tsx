import { Field, Options, Select } from "@/components/ui/field";
import { NumberField } from "@/components/ui/number-field";
import { EFFORTS, type Effort, sampling } from "@/lib/ai/sampling/contract";
import type { Draft } from "./draft";

const { temperature, reasoning_effort: effort, max_output_tokens: length } = sampling;
const efforts = Object.entries(EFFORTS).map(([id, name]) => ({ id, name }));
const OWN = "The model's own";

type Props = {
  draft: Draft;
  faults: Partial<Record<keyof Draft, string>>;
  onChange: (change: Partial<Draft>) => void;
};

/** How the model of an assistant replies. Chats may say it differently. */
export const SamplingFields = ({ draft, faults, onChange }: Props) => (
  <fieldset className="grid gap-5 sm:grid-cols-2">
    <NumberField
      label={temperature.label}
      help={temperature.help}
      error={faults.temperature}
      range={temperature.control}
      value={draft.temperature}
      byDefault={OWN}
      onChange={(value) => onChange({ temperature: value })}
      onReset={() => onChange({ temperature: "" })}
    />
    <Field label={effort.label} help={effort.help} error={faults.reasoning_effort}>
      {(wiring) => (
        <Select
          {...wiring}
          value={draft.reasoning_effort}
          onChange={(event) => onChange({ reasoning_effort: event.target.value as Effort | "" })}
        >
          <option value="">{OWN}</option>
          <Options of={efforts} />
        </Select>
      )}
    </Field>
    <NumberField
      label={length.label}
      help={length.help}
      error={faults.max_output_tokens}
      range={length.control}
      value={draft.max_output_tokens}
      byDefault={OWN}
      onChange={(value) => onChange({ max_output_tokens: value })}
      onReset={() => onChange({ max_output_tokens: "" })}
    />
  </fieldset>
);
