import { HolderOutlined } from '@ant-design/icons'
import { Button, type TableProps } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useCan } from '../../../lib/session.ts'
import type { DataColumn } from '../../../ui/data-table.tsx'
import type { AssetRow } from '../types.ts'
import { useText } from '../use-text.ts'

interface Dragged {
  readonly id: string
  /** The place it is held over. */
  readonly over: number
}

type OnRow = NonNullable<TableProps<AssetRow>['onRow']>

/** Rows that are dragged to another place by the mouse, or by the arrow keys on their handle. */
export function useRowDrag(rows: readonly AssetRow[], onMove: (from: number, to: number) => void) {
  const text = useText().collection
  const isOn = useCan()('asset:update')
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const from = rows.findIndex(row => row.id === dragged?.id)
  const move = (at: number, to: number) => {
    if (to !== at && to >= 0 && to < rows.length) onMove(at, to)
  }
  const press = (event: KeyboardEvent, at: number) => {
    const places: Readonly<Record<string, number>> = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: rows.length - 1,
    }
    const to = places[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(at, to)
  }
  const onRow: OnRow = (row, at = 0) => ({
    draggable: isOn,
    ...(from >= 0 && from !== at && dragged?.over === at
      ? { className: from < at ? 'as-drop-below' : 'as-drop-above' }
      : {}),
    onDragStart: event => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', row.name)
      setDragged({ id: row.id, over: at })
    },
    onDragOver: event => {
      if (!dragged) return
      event.preventDefault()
      if (dragged.over !== at) setDragged({ ...dragged, over: at })
    },
    onDrop: event => {
      event.preventDefault()
      if (from >= 0) move(from, at)
    },
    onDragEnd: () => setDragged(null),
  })
  const column: DataColumn<AssetRow> | null = isOn
    ? {
        key: 'place',
        title: text.place,
        width: 56,
        isAlwaysShown: true,
        render: (_, row, at) => {
          const label = text.handle(row.name, at + 1, rows.length)
          return (
            <Button
              type="text"
              size="small"
              className="as-handle"
              icon={<HolderOutlined />}
              aria-label={label}
              title={label}
              onKeyDown={event => press(event, at)}
            />
          )
        },
      }
    : null
  return { onRow, column }
}
