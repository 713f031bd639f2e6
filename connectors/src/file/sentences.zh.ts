import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'Listing the directory': '列出目录',
  '{name} is always read as a whole; increments by a field are not possible.': '{name} 总是整体读取，不能按字段增量。',
  'Switch off the increment: records already taken are recognised by their key.':
    '请关闭增量读取：已取过的数据会按主键识别。',
  'Finishing the file of an earlier run': '完成之前运行的文件',
  'Writing {name}': '写入 {name} ',
  'No file chosen: files can only be written.': '未选择文件：只能写文件。',
  '{count} files': '{count} 个文件',
  'Looking at the files': '查看文件',
  'Choose another file or directory, or ask the operator to open it.': '请另选文件或目录，或联系系统管理员开放它。',
  'The connection names no directory.': '连接器没有填写目录。',
  'no file is chosen; files can only be written': '没有选择文件；只能写入文件',
  'a new file each time': '每次写一个新文件',
  'the directory is write-protected': '目录不可写',
}
