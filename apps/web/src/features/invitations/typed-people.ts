/** A person as the operator has typed them. */
export interface TypedPerson {
  readonly phone: string;
  readonly name: string;
}

/** The people in a text, one in each line, or the numbers of the lines that have no number or no name. */
export function readTypedPeople(text: string): {
  readonly people: readonly TypedPerson[];
  readonly bad: readonly number[];
} {
  const people: TypedPerson[] = [];
  const bad: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const found = /^\s*(\+[\d\s().-]{7,}\d)[\s,;]+(\S.*)$/.exec(line);
    const [, phone, name] = found ?? [];
    if (phone === undefined || name === undefined) bad.push(index + 1);
    else people.push({ phone, name: name.trim() });
  }
  return { people, bad };
}
