// A hook loads these parts when the fence is about to answer, or when a call loses files.
export { machineFence } from '../fence/machine-fence.ts'
export { keepCopies } from '../overlay/keep-copies.ts'
export { settleEnded } from '../overlay/settle-copies.ts'
export { machineTrials } from '../overlay/trials.ts'
export { finishEnded } from './finish.ts'
export { handOver } from './hand-over.ts'
