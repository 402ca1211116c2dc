/** What our plugins and the hook speak with each other; both refuse any other number. */
export const protocol = 1
