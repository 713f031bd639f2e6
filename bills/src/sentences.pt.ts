import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const billSentences: Sentences = {
  'Line {line} fits two kinds of bills alike: {one} and {other}.':
    'A linha {line} serve a dois tipos de extrato: {one~} e {other~}.',
  'Say which of them it is.': 'Diga qual deles é.',
  'Line {line} has two columns called {label}, so nobody can say which one is meant.':
    'A linha {line} tem duas colunas chamadas {label}; não há como saber qual vale.',
  '{name} has no rows.': '{name} não tem linhas.',
  'Check that the file is the one the platform made.': 'Confira se o arquivo é o que a plataforma gerou.',
  '{name} is none of the known kinds of bills: no line of its head has the columns of one.':
    '{name} não é um tipo de extrato conhecido: nenhuma linha do início tem as colunas de um.',
  '{name} is none of the known kinds of bills. Line {line} is nearest to {format}, but has no column {missing}.':
    '{name} não é um tipo de extrato conhecido. A linha {line} é a mais próxima de {format~}, mas não tem a coluna {missing}.',
  'Download the bill from the platform again and leave it as it is.':
    'Baixe o extrato da plataforma outra vez e não o altere.',
  'Line {line}: text follows a closing quote, so its columns cannot be told apart.':
    'Linha {line}: há texto depois de uma aspa de fechamento; não dá para separar as colunas.',
  'A quote inside a quoted value is written twice.': 'Uma aspa dentro de um valor entre aspas é escrita duas vezes.',
  'Line {line} holds a NUL character, which no text may hold.':
    'A linha {line} contém um caractere NUL, que nenhum texto pode ter.',
  '{name} has a line of more than 1 MiB, which no bill has.':
    '{name} tem uma linha de mais de 1 MiB; não é um extrato.',
  'Line {line} of {name} has more than 1 MiB or 16,384 columns, which no bill has.':
    'A linha {line} de {name} tem mais de 1 MiB ou 16.384 colunas; não é um extrato.',
  'Line {line} of {name} opens a quote that is never closed, so nothing after it can be read.':
    'A linha {line} de {name} abre uma aspa que nunca é fechada; nada depois dela pode ser lido.',
  'Close or remove the quote; a quote inside a value is written twice.':
    'Feche ou remova a aspa; uma aspa dentro de um valor é escrita duas vezes.',
  'Line {line} is no row of the bill and no total that belongs below it.':
    'A linha {line} não é um lançamento do extrato nem um total que fica abaixo dele.',
  'Line {line} is of {day}, which lies outside of the period {from} to {to}.':
    'A linha {line} é de {day}, fora do período de {from} a {to}.',
  'The bill is of the account {stated}, but this account is {own}.':
    'O extrato é da conta {stated}, mas esta conta é {own}.',
  '{name} is a bill of another platform ({format}) than the account.':
    '{name} é um extrato de outra plataforma ({format~}) que não a da conta.',
  'Choose the account that the bill belongs to.': 'Escolha a conta a que o extrato pertence.',
  'By what was entered there must be {declared} ({key}), but the rows make {counted}.':
    'Pelo que foi informado deveria haver {declared} ({key}), mas as linhas somam {counted}.',
  'Line {line} states {declared} ({key}), but the rows make {counted}.':
    'A linha {line} declara {declared} ({key}), mas os lançamentos somam {counted}.',
  'The file does not state its total ({key}), as every whole one does: it was cut off, or changed.':
    'O arquivo não traz o total ({key}), como todo extrato inteiro traz: foi cortado ou alterado.',
  'Line {line} states the balance {stated}, but after the line before it is {expected}.':
    'A linha {line} declara o saldo {stated}, mas depois da linha anterior ele é {expected}.',
  'Line {line} has {count} columns, but the header in line {header} has {expected}.':
    'A linha {line} tem {count} colunas, mas o cabeçalho na linha {header} tem {expected}.',
  'Line {line}, column {column}: "{value}" is no time.':
    'Linha {line}, coluna {column}: "{value}" não é uma data e hora.',
  'Line {line} is in {currency}, but the account is in {own}.':
    'A linha {line} está em {currency}, mas a conta está em {own}.',
  'Line {line} states an amount that comes in and one that goes out.':
    'A linha {line} traz um valor de entrada e um de saída.',
  'Line {line}, column {column}: "{value}" says neither that money came in nor that it went out.':
    'Linha {line}, coluna {column}: "{value}" não diz se o dinheiro entrou ou saiu.',
  'Line {line}, column {column}: "{value}" is no amount in {currency}.':
    'Linha {line}, coluna {column}: "{value}" não é um valor em {currency}.',
  'Line {line}: its columns {columns} do not add up.': 'Linha {line}: as colunas {columns} não fecham.',
  'The same file was loaded before, as {name}.': 'O mesmo arquivo já foi importado, como {name}.',
  'Take that one back first if it is to be loaded anew.':
    'Desfaça aquela importação antes, se quiser importá-lo de novo.',
  'Line {line} is no line of a statement of account.': 'A linha {line} não é de um extrato de conta.',
  'The file is no whole statement of account: {why}.': 'O arquivo não é um extrato de conta completo: {why~}.',
  '{name} is longer than {max} MiB, which no statement of an account is.':
    '{name} tem mais de {max} MiB, o que nenhum extrato de conta tem.',
  'Ask the bank for a shorter period.': 'Peça ao banco um período mais curto.',
  '{name} holds a NUL character.': '{name} contém um caractere NUL.',
  'it holds no statement': 'ele não contém extrato',
  'it holds {count} entries and seems to hold {seeming}': 'ele contém {count} lançamentos e parece conter {seeming}',
  'Line {line} says "{word}" of an amount with a minus, so nobody can say which way the money went.':
    'A linha {line} diz "{word}" de um valor com sinal de menos; não há como saber o sentido do dinheiro.',
  'Line {line}: "{day}" may name its day or its month first, and no other line tells.':
    'Linha {line}: "{day}" pode começar pelo dia ou pelo mês, e nenhuma outra linha esclarece.',
  'Download a longer period, one with a day after the 12th.': 'Baixe um período maior, com um dia depois do dia 12.',
  'Line {line}: the file is no whole OFX statement: {why}.':
    'Linha {line}: o arquivo não é um extrato OFX completo: {why~}.',
  'it holds statements of several accounts': 'ele contém extratos de várias contas',
  '<{tag}> begins within <{outer}>': '<{tag}> começa dentro de <{outer}>',
  'an entry ends that did not begin': 'um lançamento termina sem ter começado',
  'an entry begins within another one': 'um lançamento começa dentro de outro',
  'an entry has two <{tag}>': 'um lançamento tem dois <{tag}>',
  'its last entry has no end': 'o último lançamento não tem fim',
  'it holds no statement of a bank or a card': 'não há nele extrato de banco ou de cartão',
  'its end is missing': 'falta o fim',
  'an entry has no <{tag}>': 'um lançamento não tem <{tag}>',
  '"{text}" in <DTPOSTED> is no time': '"{text}" em <DTPOSTED> não é uma data',
  '{name} is a workbook of the old XLS kind and is refused: {why}.':
    '{name} é uma pasta de trabalho XLS antiga e foi recusada: {why~}.',
  'Open it in Excel or WPS and save it as XLSX.': 'Abra-a no Excel ou no WPS e salve como XLSX.',
  'it is too large to be read': 'é grande demais para ser lida',
  'it is locked by a password': 'está protegida por senha',
  'it has more than {size} MiB': 'tem mais de {size} MiB',
  'reading it takes longer than {seconds} seconds': 'a leitura leva mais de {seconds} segundos',
  '{name} is refused: {why}.': '{name} foi recusado: {why~}.',
  'Unpack it and upload the bill inside.': 'Descompacte-o e envie o extrato que está dentro.',
  'The password does not open {name}.': 'A senha não abre {name}.',
  '{name} is locked by a password.': '{name} está protegido por senha.',
  'Enter the password that the platform sent with it.': 'Informe a senha que a plataforma enviou com ele.',
  'unpacking it takes longer than {seconds} seconds': 'descompactar leva mais de {seconds} segundos',
  'it unpacks to more than {size} MiB': 'descompactado passa de {size} MiB',
  'it unpacks to more than {ratio} times its size': 'descompactado passa de {ratio} vezes o seu tamanho',
  'its list of files is too long': 'sua lista de arquivos é longa demais',
  'it holds more than {count} files, which no bill does':
    'ele contém mais de {count} arquivos, o que nenhum extrato faz',
  'the name "{name}" leads out of it': 'o nome "{name}" aponta para fora dele',
  'it holds two files called {name}': 'ele contém dois arquivos chamados {name}',
  'it is damaged or of a kind that cannot be unpacked':
    'está danificado ou é de um tipo que não pode ser descompactado',
  'it is an archive of another kind than ZIP and GZIP': 'é um arquivo compactado que não é ZIP nem GZIP',
  'it holds no file': 'não há arquivo nele',
  '{member} in it is an archive again': '{member}, dentro dele, é outro arquivo compactado',
  'it is damaged or cut off': 'está danificado ou cortado',
  'it holds several bills, {one} and {other}': 'ele contém vários extratos, {one} e {other}',
  'Line {line}, column {column}: {text} holds a quote or a tab that does not belong there.':
    'Linha {line}, coluna {column}: {text} contém aspas ou tabulação que não deviam estar ali.',
  'Download it again and leave it as it is; if it is of a kind of its own, map its columns.':
    'Baixe-o de novo e deixe-o como está; se for de um tipo próprio, mapeie as colunas.',
}
