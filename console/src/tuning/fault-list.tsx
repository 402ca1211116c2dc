import type { TextFault } from '../../../src/server/tuning/shapes.ts'
import { Prose } from '../components/prose.tsx'

interface FaultListProps {
  readonly faults: readonly TextFault[]
  readonly kind?: 'fault' | 'warning'
  /** Goes to the line of a fault. */
  readonly onChoose?: (fault: TextFault) => void
}

export const FaultList = ({ faults, kind = 'fault', onChoose }: FaultListProps) => (
  <ul class={`fault-list ${kind}`} aria-label={kind === 'fault' ? 'Faults' : 'Warnings'}>
    {faults.map((fault, index) => (
      <li key={`${index} ${fault.line}`}>
        {onChoose === undefined || fault.line === 0 ? (
          <span class="numbers">{fault.line === 0 ? '' : `line ${fault.line}`}</span>
        ) : (
          <button type="button" class="link-button numbers" onClick={() => onChoose(fault)}>
            line {fault.line}
          </button>
        )}
        <span class="prose">
          <Prose text={fault.message} />
        </span>
      </li>
    ))}
  </ul>
)
