import * as fc from 'fast-check';

// The first failing example notices a mutant: looking for a smaller one takes longer than the test.
fc.configureGlobal({ endOnFailure: true });
