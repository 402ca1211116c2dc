/** Takes the place of `io/node-hash.ts` in the hook's bundle: loading `node:crypto` takes longer than a few hashes in JavaScript. */
export { keyedHash as nodeKeyedHash, sha256 as nodeHash } from '../../core/digest.ts'
