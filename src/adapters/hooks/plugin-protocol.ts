/** The version of the protocol between our plugins and the hook; both refuse any other version. */
export const protocol = 1
