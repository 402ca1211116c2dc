import type { ComponentChildren } from 'preact'

interface TablePanelProps {
  readonly title: string
  /** A sentence between the title and the table. */
  readonly intro?: ComponentChildren
  /** The names of the columns; those that start with `#` are numbers. */
  readonly columns?: readonly string[]
  /** The rows. */
  readonly children: ComponentChildren
  readonly foot?: ComponentChildren
}

/** A panel with a title and a table in it. */
export const TablePanel = ({ title, intro, columns = [], children, foot }: TablePanelProps) => (
  <section class="panel flush" aria-label={title}>
    <h2>{title}</h2>
    {intro}
    <Table columns={columns}>{children}</Table>
    {foot}
  </section>
)

/** A table that scrolls by itself where it is too wide. */
export const Table = ({ columns = [], children }: Pick<TablePanelProps, 'columns' | 'children'>) => (
  <div class="table-scroll">
    <table class="table">
      {columns.length === 0 ? null : (
        <thead>
          <tr>
            {columns.map(name => (
              <th key={name} scope="col" class={name.startsWith('#') ? 'number' : ''}>
                {name === '' ? <span class="visually-hidden">Action</span> : name.replace('#', '')}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </table>
  </div>
)
