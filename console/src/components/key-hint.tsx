/** A key that does the same as the thing beside it. Hidden on devices without a keyboard. */
export const KeyHint = ({ keys }: { readonly keys: string }) => <kbd class="key-hint">{keys}</kbd>
