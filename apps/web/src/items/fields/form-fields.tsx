import { FieldEditor } from './field-editor.tsx';
import type { FieldForm } from './field-editor.tsx';
import type { FormValues, FormField } from './item-draft.ts';

/** The fields of a dialog: a long text over the whole width, the others in two columns. */
export function FormFields({
  names: [first, ...others],
  values,
  form,
  onChange,
}: {
  readonly names: readonly [FormField, ...FormField[]];
  readonly values: FormValues;
  readonly form: FieldForm;
  readonly onChange: (change: FormValues) => void;
}) {
  const shared = { values, form, onChange };
  return (
    <>
      <FieldEditor name={first} {...shared} />
      <div className="grid gap-4 sm:grid-cols-2">
        {others.map((name) => (
          <FieldEditor key={name} name={name} {...shared} />
        ))}
      </div>
    </>
  );
}
