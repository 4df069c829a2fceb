import { readChars } from '../masked-text.ts';

/** Text that may follow words that are a date only at the end of a sentence or phrase. */
const sentenceEnd = new RegExp(
  `^\\s*(?:$|[,.;:!?)\\]${readChars}]|(?:at\\s+|@\\s*)?(?:\\d{1,2}(?:[:.]\\d\\d|h\\b|\\s*[ap]\\.?m?\\b)|noon\\b|midnight\\b)|at\\s+(?:\\d|half|quarter)|@\\s*\\d|lunchtime\\b|\\d{1,2}\\s*$|(?:#|@|/|!)\\p{L})`,
  'iu',
);

/** Words that begin another part of a sentence, so that the words before them are complete. */
const nextPart = new RegExp(
  '^\\s+(?:at|about|after|as|because|before|but|by|for|from|if|in|on|or|re|regarding|so|then|to|via|when|while|with|without|and|&|-|–|—)\\s',
  'i',
);

/** Verbs with which people begin a task. */
const verbs =
  'answer|apply|arrange|ask|bake|bring|book|buy|call|cancel|charge|check|clean|collect|cook|do|draft|drive|drop|email|feed|fetch|file|finish|fix|fly|get|give|go|help|iron|lock|mail|make|meet|message|mow|order|pack|paint|pay|phone|pick|plan|post|practi[cs]e|prepare|print|put|read|remind|remove|renew|repair|reply|return|review|ring|run|schedule|see|sell|send|set|sign|sort|start|study|submit|swim|take|talk|tell|text|tidy|train|update|upload|vacuum|visit|walk|wash|watch|water|work|write';
const verbAfter = new RegExp(`^\\s+(?:${verbs})\\b`, 'i');

/** Whether a sentence or phrase ends here, or a time or another sign follows. */
export function endsSentence(rest: string): boolean {
  return sentenceEnd.test(rest);
}

/** Whether the words before are complete here: at the end, or before the next part of the sentence. */
export function isFollowed(rest: string): boolean {
  return endsSentence(rest) || nextPart.test(rest);
}

/** A time to which the day before belongs: 'Saturday football 3pm'. */
const timeLater =
  /\s(?:\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?m\b|\d{1,2}:\d\d|at\s+\d{1,2})(?=$|[\s,.;!?])/i;

/**
 * Whether a task begins here, or has a time: 'Friday call mum', 'Sunday lunch at 1', but not 'Sunday roast'.
 */
export function opensTask(rest: string): boolean {
  return opensSentence(rest) || timeLater.test(rest);
}

/** Whether the next word is a verb with which people begin a task. */
export function opensSentence(rest: string): boolean {
  return verbAfter.test(rest);
}

/** Verbs and prepositions after which a short word is somebody's name: 'call Tom', 'with tom'. */
const beforeName =
  /(?:^|\s)(?:with|from|for|to|of|at|by|about|and|dear|uncle|see|call|meet|ask|tell|the)\s+$/i;

/** Whether at least two words come before, of which the last cannot precede a name. */
export function isAfterWords(before: string): boolean {
  if (beforeName.test(before) || otherNumber.test(before)) return false;
  return /\S\s+\S+\s+$/.test(before);
}

/** Words before a span that is not a date: 'for 5 days', 'the last 3 weeks'. */
const otherNumber =
  /(?:^|\s)(?:about|another|at\s+least|every|for|in|last|lasts|nearly|of|only|other|over|past|per|plus|takes?|than|the|these|under|within|x|times)\s+$/i;

/** Names that contain a date: 'Tomorrow Never Dies', 'USA Today'. */
export function isName(words: string, before: string, rest: string): boolean {
  if (!/^(?:today|tonight|tomorrow)$/i.test(words)) return false;
  if (/(?:^|\s)(?:usa|the)\s+$/i.test(before)) return true;
  return before.trim() === '' && /^[A-Z]/.test(words) && /^\s+\p{Lu}\p{Ll}/u.test(rest);
}
