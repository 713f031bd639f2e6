// 100,000 rows in antd's own virtual table, all of them in the page, each cell an input as in the console's grid.
import { Checkbox, ConfigProvider, Input, Table } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'

const rows = Array.from({ length: 100_000 }, (_, at) => ({
  id: at,
  a_value: `A${at}`,
  a_label: `label of ${at}`,
  b_value: `B${at}`,
  b_label: `label of ${at}`,
  enabled: true,
  remark: '',
}))
const cell = (name, width) => ({
  title: name,
  dataIndex: name,
  width,
  render: value => h(Input, { size: 'small', defaultValue: value }),
})
const columns = [
  cell('a_value', 200),
  cell('a_label', 160),
  cell('b_value', 200),
  cell('b_label', 160),
  { title: 'enabled', dataIndex: 'enabled', width: 70, render: value => h(Checkbox, { defaultChecked: value }) },
  cell('remark', 160),
]
const table = h(Table, {
  rowKey: 'id',
  columns,
  dataSource: rows,
  virtual: true,
  scroll: { x: 950, y: 700 },
  pagination: false,
})
createRoot(document.getElementById('root')).render(h(ConfigProvider, { locale: zhCN }, table))
