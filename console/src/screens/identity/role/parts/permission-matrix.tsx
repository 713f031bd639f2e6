import { Checkbox, Switch, Tooltip } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { useCan } from '../../../../lib/session.ts'
import { columnOf, findModules, type Mark, markOf, toggleAll, toggleOne } from '../model.ts'
import type { PermissionCatalogue } from '../types.ts'
import { useText } from '../use-text.ts'

export interface PermissionMatrixProps {
  readonly catalogue: PermissionCatalogue
  readonly chosen: ReadonlySet<string>
  /** Nothing can be ticked, and why. */
  readonly locked?: string | undefined
  onChange(chosen: ReadonlySet<string>): void
}

/** Modules by what can be done with them; a row, a column or everything at once. */
export function PermissionMatrix({ catalogue, chosen, locked, onChange }: PermissionMatrixProps) {
  const text = useText().matrix
  const can = useCan()
  const [word, setWord] = useState('')
  const isAll = chosen.has('*')
  const modules = findModules(catalogue.modules, word)
  const total = catalogue.modules.reduce((sum, module) => sum + module.permissions.length, 0)
  const isOff = locked !== undefined || isAll
  return (
    <>
      <div className="ro-matrix-bar">
        <Input
          className="sl-filter-text"
          value={word}
          aria-label={text.search}
          placeholder={text.search}
          allowClear
          // To be searched, and reached by keyboard, where nothing may be changed.
          disabled={false}
          onChange={event => setWord(event.target.value)}
        />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: antd's Switch is the control */}
        <label>
          <Switch
            size="small"
            checked={isAll}
            disabled={locked !== undefined || !can('*')}
            onChange={checked => onChange(new Set(checked ? ['*'] : []))}
          />{' '}
          {text.all}
        </label>
        <span className="sl-muted">{text.chosen(isAll ? total : chosen.size, total)}</span>
      </div>
      {modules.length === 0 ? (
        <p className="sl-muted">{text.nothing}</p>
      ) : (
        <Tooltip title={locked}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a box to tick it is scrolled by keyboard all the same */}
          <div className="ro-matrix-scroll" tabIndex={0}>
            <Grid {...{ catalogue, modules, chosen, isAll, isOff, onChange }} />
          </div>
        </Tooltip>
      )}
    </>
  )
}

interface GridProps {
  readonly catalogue: PermissionCatalogue
  readonly modules: readonly PermissionCatalogue['modules'][number][]
  readonly chosen: ReadonlySet<string>
  readonly isAll: boolean
  readonly isOff: boolean
  onChange(chosen: ReadonlySet<string>): void
}

function Grid({ catalogue, modules, chosen, isAll, isOff, onChange }: GridProps) {
  const text = useText().matrix
  const whole = (permissions: PermissionCatalogue['modules'][number]['permissions'], label: string, name: string) => (
    <Many
      label={label}
      name={name}
      mark={
        isAll
          ? 'all'
          : markOf(
              permissions.map(permission => permission.name),
              chosen,
            )
      }
      isOff={isOff || !permissions.some(permission => permission.is_held)}
      onToggle={() => onChange(toggleAll(permissions, chosen))}
    />
  )
  return (
    <table className="ro-matrix">
      <thead>
        <tr>
          <th scope="col">{text.module}</th>
          {catalogue.verbs.map(verb => (
            <th key={verb.name} scope="col">
              {whole(columnOf(modules, verb.name), verb.label, text.column(verb.label))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {modules.map(module => (
          <tr key={module.name}>
            <th scope="row">{whole(module.permissions, module.label, text.row(module.label))}</th>
            {catalogue.verbs.map(verb => {
              const permission = module.permissions.find(candidate => candidate.verb === verb.name)
              return (
                <td key={verb.name}>
                  {permission && (
                    <Cell
                      permission={permission}
                      label={text.cell(module.label, verb.label)}
                      isChosen={isAll || chosen.has(permission.name)}
                      isOff={isOff}
                      onToggle={() => onChange(toggleOne(permission.name, chosen))}
                    />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ManyProps {
  readonly label: string
  readonly name: string
  readonly mark: Mark
  readonly isOff: boolean
  onToggle(): void
}

const Many = ({ label, name, mark, isOff, onToggle }: ManyProps) => (
  <Checkbox
    aria-label={name}
    checked={mark === 'all'}
    indeterminate={mark === 'some'}
    disabled={isOff}
    onChange={onToggle}
  >
    {label}
  </Checkbox>
)

interface CellProps {
  readonly permission: PermissionCatalogue['modules'][number]['permissions'][number]
  readonly label: string
  readonly isChosen: boolean
  readonly isOff: boolean
  onToggle(): void
}

function Cell({ permission, label, isChosen, isOff, onToggle }: CellProps) {
  const text = useText()
  const { list } = useFormat()
  const why = permission.is_held ? list(permission.opens) : text.reasons.notHeld
  return (
    <Tooltip title={why}>
      <Checkbox aria-label={label} checked={isChosen} disabled={isOff || !permission.is_held} onChange={onToggle} />
    </Tooltip>
  )
}
