/** The environment of a user without any files. Not even root can create a directory there, so tests leave none behind. */
export const noHome = { HOME: '/proc/no-home' }
