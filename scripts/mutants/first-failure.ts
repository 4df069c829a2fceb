import * as fc from 'fast-check';

// A mutant is noticed by the first failing example: looking for a smaller one takes longer than the test.
fc.configureGlobal({ endOnFailure: true });
