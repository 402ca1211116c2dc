import { Dialog } from '../../components/dialog.tsx'
import { inboxKeys } from './keys.ts'

export const HelpDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl class="key-table">
      {inboxKeys.map(({ key, text }) => (
        <div key={key}>
          <dt>
            <kbd class="key-hint">{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p class="muted small">
      Enter never approves. Destructive and sensitive questions have no one-key approval: hold the button, or click it
      and type the word. A key counts only when its card has been in view for 0.4 seconds.
    </p>
  </Dialog>
)
