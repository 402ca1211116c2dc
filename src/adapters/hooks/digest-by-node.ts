/** Takes the place of `core/digest.ts` in a snapshot, where Node's own hash costs nothing to load and is many times faster. */
export { nodeHash as sha256, nodeKeyedHash as keyedHash } from '../../io/node-hash.ts'
