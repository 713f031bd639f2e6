export const zh = {
  heading: '数据没有说明、由我们判断的内容',
  options: {
    encoding: '编码',
    delimiter: '分隔符',
    header: '第一行',
    pagination: '分页',
    guarded: '防公式的符号',
    days: '日期',
    numbers: '数字',
  },
  guessed: '判断的结果',
  open: '无法判断',
  doubtful: '与设置不符',
  daysHint: '读取时保持文本；映射中写明上面的格式后才会成为日期。',
  numbersHint: '读取时保持文本；映射中写明小数符号后才会成为数字。',
}
