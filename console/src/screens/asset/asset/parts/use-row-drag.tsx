import type { TableProps } from 'antd'
import { useState } from 'react'
import { useCan } from '../../../../lib/session.ts'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import type { AssetRow } from '../types.ts'
import { useText } from '../use-text.ts'
import { MoveHandle } from './move-handle.tsx'

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
      if (from >= 0 && from !== at) onMove(from, at)
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
          const place = text.placeOf(at + 1, rows.length, '')
          return (
            <MoveHandle
              label={text.handle(row.name, place)}
              place={place}
              at={at}
              count={rows.length}
              onMove={to => onMove(at, to)}
            />
          )
        },
      }
    : null
  return { onRow, column }
}
