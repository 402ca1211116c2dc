/**
 * Variables in the command line that `sallyport install` writes. `contain` is `1` if the hook may have calls run in the fence;
 * `results` is `0` if it gets results only to look at contained calls.
 */
export const afterVariables = { contain: 'SALLYPORT_CONTAIN', results: 'SALLYPORT_RESULTS' } as const
