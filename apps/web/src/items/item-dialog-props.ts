/** What every dialog about an item takes. */
export interface ItemDialogProps {
  readonly uuid: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}
