// A hook loads these parts when the fence is about to answer.
export { machineFence } from '../fence/machine-fence.ts'
export { machineTrials } from '../overlay/trials.ts'
export { finishEnded } from './finish.ts'
export { handOver } from './hand-over.ts'
