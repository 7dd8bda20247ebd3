{* a letter
   to a subscriber *}
{include file="head.tpl" title=$letter.title|escape:'html'}
{assign var=total value=0x1F}{assign "rate" 1.5eE+2f}
<h1 class="{if $letter.big}large{else}small{/if}">{#site_name#} &amp; {$smarty.now|date_format:"%Y-%m-%d"}</h1>
<script>var a = { b: 1 };</script>
{foreach from=$items item=item name=list key=k}
  <li id='i{$item.id}'>{$item.name|capitalize|default:"no \"name\""} {if $smarty.foreach.list.last && !$open}last{/if}</li>
{foreachelse}
  {"nothing"|upper} { not a tag } {}
{/foreach}
{literal}<style>p { color: red }</style>{/literal}
{section name=i loop=$rows start=-1 step=2L}{$rows[i].a.b}{sectionelse}{null}{/section}
{math equation="x * y" x=10 y=$rate assign=total} {if true and $total >= 3.}{elseif false}{/if}
{mailto address="a@example.com" text={$name}}
{unknown foo=bar é} {strip} text {/strip}{$a->b()} {`{$x}`
<p title="{$t}">tail {
