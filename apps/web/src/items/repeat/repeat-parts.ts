export { RepeatFields } from './repeat-fields.tsx';
export { RepeatText } from './repeat-text.tsx';
