// The least a list in antd can be: a frame, a menu, three filters and a table of twenty rows. The console is measured beside it.
import { Button, ConfigProvider, Input, Layout, Menu, Select, Space, Table, Tag } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'

const rows = Array.from({ length: 20 }, (_, at) => ({
  id: at,
  name: `Strategy ${at}`,
  state: at % 3 === 0 ? 'stopped' : 'running',
  source: 'shop',
  target: 'erp',
  count: at * 97,
  time: '2026-01-01 00:00:00',
}))
const columns = ['name', 'source', 'target', 'count', 'time'].map(name => ({
  title: name,
  dataIndex: name,
  sorter: true,
}))
columns.push({ title: 'state', dataIndex: 'state', render: state => h(Tag, null, state) })
columns.push({ title: 'actions', render: () => h(Space, null, h(Button, { size: 'small' }, 'open')) })

const menu = h(Menu, {
  mode: 'horizontal',
  items: [
    { key: 'a', label: 'Strategies' },
    { key: 'b', label: 'Connectors' },
  ],
})
const filters = h(
  Space,
  null,
  h(Input.Search, { placeholder: 'name' }),
  h(Select, { placeholder: 'state', options: [{ value: 'running' }, { value: 'stopped' }], style: { width: 120 } }),
  h(Button, { type: 'primary' }, 'new'),
)
const table = h(Table, { rowKey: 'id', columns, dataSource: rows, rowSelection: {}, pagination: { total: 200 } })
const frame = h(Layout, null, h(Layout.Header, null, menu), h(Layout.Content, null, filters, table))
createRoot(document.getElementById('root')).render(h(ConfigProvider, { locale: zhCN }, frame))
