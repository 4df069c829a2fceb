import { Icon } from '../../ui/icon.tsx';

/** What went wrong in a step, in the two parts in which the specification quotes it. */
export function StepAlert({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-medium bg-danger-soft px-3 py-2 text-danger-ink"
    >
      <Icon name="warning" size={16} className="mt-0.5" />
      <div>
        <p className="font-strong">{title}</p>
        <p>{text}</p>
      </div>
    </div>
  );
}
