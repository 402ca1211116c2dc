import type { Ref } from 'preact'
import { useId } from 'preact/hooks'

export interface FilterField {
  readonly name: string
  readonly label: string
  /** The choices of a list; a field without them takes any text. */
  readonly options?: readonly { readonly value: string; readonly text: string }[]
}

interface FilterBarProps {
  readonly fields: readonly FilterField[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
  /** The first text field: `/` moves the focus there. */
  readonly textRef?: Ref<HTMLInputElement>
}

/** A row of filters. Escape leaves a text field. */
export function FilterBar({ fields, values, onChange, textRef }: FilterBarProps) {
  const id = useId()
  const isUsed = fields.some(({ name }) => (values[name] ?? '') !== '')
  const firstText = fields.find(({ options }) => options === undefined)?.name
  return (
    // biome-ignore lint/a11y/useSemanticElements: the `search` element is too new for some browsers
    <div class="filter-bar" role="search">
      {fields.map(({ name, label, options }) => (
        <div key={name} class={options === undefined ? 'filter text' : 'filter'}>
          <label class="visually-hidden" for={`${id}-${name}`}>
            {label}
          </label>
          {options === undefined ? (
            <input
              id={`${id}-${name}`}
              {...(name === firstText && textRef !== undefined ? { ref: textRef } : {})}
              type="search"
              placeholder={label}
              autocomplete="off"
              spellcheck={false}
              value={values[name] ?? ''}
              onInput={event => onChange(name, event.currentTarget.value)}
              onKeyDown={event => {
                if (event.key === 'Escape') event.currentTarget.blur()
              }}
            />
          ) : (
            <select
              id={`${id}-${name}`}
              class={(values[name] ?? '') === '' ? '' : 'used'}
              value={values[name] ?? ''}
              onChange={event => onChange(name, event.currentTarget.value)}
            >
              <option value="">{label}: all</option>
              {options.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </div>
      ))}
      {isUsed ? (
        <button
          type="button"
          class="link-button"
          onClick={() => {
            for (const { name } of fields) if ((values[name] ?? '') !== '') onChange(name, '')
          }}
        >
          Clear
        </button>
      ) : null}
    </div>
  )
}
