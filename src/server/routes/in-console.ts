/** The person who signed in, as the journal names them. */
export const inConsole = (user: string): string => `${user} in the console`
