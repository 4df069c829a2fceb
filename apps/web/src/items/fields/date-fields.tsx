import { DateField } from '../../ui/controls/field.tsx';
import type { ItemFormDraft } from './item-draft.ts';

type Dates = Pick<ItemFormDraft, 'due' | 'end'>;

/** The dates that a form offers: those in `shown`, each with its label. */
export function DateFields({
  values,
  shown,
  labels,
  isTried = false,
  onChange,
}: {
  readonly values: Dates;
  readonly shown: Readonly<Record<keyof Dates, boolean>>;
  readonly labels: Readonly<Record<keyof Dates, string>>;
  /** Whether the form was sent with these dates. */
  readonly isTried?: boolean;
  readonly onChange: (change: Partial<Dates>) => void;
}) {
  return (['due', 'end'] as const).map(
    (name) =>
      shown[name] && (
        <DateField
          key={name}
          label={labels[name]}
          value={values[name]}
          isTried={isTried}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ),
  );
}
