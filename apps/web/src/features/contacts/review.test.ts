import { leftOver, phonesOf, reviewOf } from './review.ts';

const ada = { name: 'Ada', phone: '15550104477', isValid: true };
const bob = { phone: '15550104478', isValid: true };
const short = { name: 'Carl', phone: '123', isValid: false };

test('[CONT-06] only the phones of valid contacts are sent, each once', () => {
  const review = reviewOf([ada, short, bob, { ...ada, name: 'Ada again' }]);
  expect(phonesOf(review)).toEqual(['15550104477', '15550104478']);
  expect(review.counts).toEqual({ ready: 2, repeated: 1, beyond: 0, invalid: 1, refused: 0 });
});

test('[DATA-13] a candidate keeps its optional name, its phone in digits and whether it is valid', () => {
  expect(reviewOf([bob, short]).rows).toEqual([
    { phone: '15550104478', isValid: true, outcome: 'ready' },
    { name: 'Carl', phone: '123', isValid: false, outcome: 'invalid' },
  ]);
});

test('contacts beyond the 5,000 of one person are listed and not sent', () => {
  const many = Array.from({ length: 5_003 }, (_, at) => ({
    phone: String(15_550_000_000 + at),
    isValid: true,
  }));
  const review = reviewOf(many);
  expect(phonesOf(review)).toHaveLength(5_000);
  expect(review.counts.beyond).toBe(3);
  expect(review.rows.at(-1)?.outcome).toBe('beyond');
});

test('contacts that the server rejects stay listed with the reason', () => {
  const review = reviewOf([ada, bob, short]);
  expect(leftOver(review, { count: 2, invalid: [], beyond: [] })).toBeNull();
  expect(leftOver(review, { count: 0, invalid: [ada.phone], beyond: [bob.phone] })?.rows).toEqual([
    { ...ada, outcome: 'refused' },
    { ...bob, outcome: 'beyond' },
  ]);
});
