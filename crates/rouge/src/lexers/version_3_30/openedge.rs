//! OpenEdge ABL in Rouge 3.30.

use super::super::openedge;
use super::super::prelude::*;

static KEYWORDS: Words = Words::new(
    "&else &elseif &endif &glob &global-define &if &message &scop &scoped-define &then &undef &undefine &webstream abs
    absolute abstract accelerator accum accumulate active-form active-window add add-buffer add-calc-column
    add-columns-from add-events-procedure add-fields-from add-first add-index-field add-last add-like-column
    add-like-field add-like-index add-new-field add-new-index add-schema-location add-super-procedure adm-data advise
    alert-box alias all allow-column-searching allow-replication alter always-on-top ambig ambiguous analyz analyze
    and ansi-only any anywhere append appl-alert appl-alert-boxes appl-context-id application apply appserver-info
    appserver-password appserver-userid array-message as asc ascending ask-overwrite assembly assign
    async-request-count async-request-handle asynchronous at attached-pairlist attr attr-space audit-control
    audit-enabled audit-event-context audit-policy authentication-failed authorization auto-comp auto-completion
    auto-end-key auto-endkey auto-go auto-ind auto-indent auto-resize auto-ret auto-return auto-synchronize auto-z
    auto-zap automatic avail available available-formats ave average avg back background backward backwards base-ade
    base-key base64-decode base64-encode batch batch-mode batch-size before-h before-hide begin-event-group begins
    bell between bgc bgcolor big-endian binary bind bind-where blank block-iteration-display block-lev block-level
    border-b border-bottom-chars border-bottom-p border-bottom-pixels border-l border-left-chars border-left-p
    border-left-pixels border-r border-right-chars border-right-p border-right-pixels border-t border-top-chars
    border-top-p border-top-pixels box box-select box-selectable break browse buffer buffer-chars buffer-compare
    buffer-copy buffer-create buffer-delete buffer-field buffer-handle buffer-lines buffer-name buffer-partition-id
    buffer-release buffer-value button buttons by by-pointer by-variant-pointer cache cache-size call call-name
    call-type can-create can-delete can-do can-do-domain-support can-find can-query can-read can-set can-write
    cancel-break cancel-button caps careful-paint case case-sen case-sensitive cast catch cdecl center centered
    chained character_length charset check checked choose chr class class-type clear clear-appl-context clear-log
    clear-select clear-selection clear-sort-arrow clear-sort-arrows client-connection-id client-principal client-tty
    client-type client-workstation clipboard close close-log code codebase-locator codepage codepage-convert col
    col-of collate colon colon-align colon-aligned color color-table column column-bgcolor column-dcolor
    column-fgcolor column-font column-lab column-label column-movable column-of column-pfcolor column-read-only
    column-resizable column-scrolling columns com-handle com-self combo-box command compares compile compiler
    complete config-name connect connected constructor contains contents context context-help context-help-file
    context-help-id context-popup control control-box control-frame convert convert-3d-colors convert-to-offs
    convert-to-offset copy-dataset copy-lob copy-sax-attributes copy-temp-table count count-of cpcase cpcoll
    cpinternal cplog cpprint cprcodein cprcodeout cpstream cpterm crc-value create create-like create-like-sequential
    create-node-namespace create-result-list-entry create-test-file current current-changed current-column
    current-env current-environment current-iteration current-lang current-language current-query
    current-request-info current-response-info current-result-row current-row-modified current-value current-window
    current_date curs cursor cursor-char cursor-line cursor-offset data-bind data-entry-ret data-entry-return
    data-rel data-relation data-source data-source-complete-map data-source-modified data-source-rowid data-t
    data-type database dataservers dataset dataset-handle date-f date-format day db-context db-references dbcodepage
    dbcollation dbname dbparam dbrest dbrestrictions dbtaskid dbtype dbvers dbversion dcolor dde dde-error dde-i
    dde-id dde-item dde-name dde-topic deblank debu debug debug-alert debug-list debugger decimals declare
    declare-namespace decrypt def default default-buffer-handle default-button default-commit default-ex
    default-extension default-noxl default-noxlate default-value default-window defaut-b define
    define-user-event-manager defined del delegate delete delete-char delete-current-row delete-line
    delete-result-list-entry delete-selected-row delete-selected-rows delimiter desc descending deselect-focused-row
    deselect-rows deselect-selected-row deselection destructor dialog-box dict dictionary dir disable
    disable-auto-zap disable-dump-triggers disable-load-triggers disabled discon disconnect disp display
    display-message display-t display-type distinct do domain-description domain-name domain-type dos double down
    drag-enabled drop drop-down drop-down-list drop-file-notify drop-target ds-close-cursor dslog-manager dump
    dynamic dynamic-enum dynamic-function dynamic-invoke each echo edge edge-chars edge-p edge-pixels edit-can-paste
    edit-can-undo edit-clear edit-copy edit-cut edit-paste edit-undo editing editor else empty empty-temp-table
    enable enabled-fields encode encrypt encrypt-audit-mac-key encryption-salt end end-document end-element
    end-event-group end-file-drop end-key end-move end-resize end-row-resize end-user-prompt endkey entered
    entity-expansion-limit entry enum eq error error-col error-column error-row error-stack-trace error-stat
    error-status escape etime event event-group-id event-procedure event-procedure-context event-t event-type events
    except exclusive exclusive-id exclusive-lock exclusive-web-user execute exists exp expand expandable explicit
    export export-principal extended extent external false fetch fetch-selected-row fgc fgcolor field fields file
    file-create-date file-create-time file-info file-information file-mod-date file-mod-time file-name file-off
    file-offset file-size file-type filename fill fill-in filled filters final finally find find-by-rowid
    find-case-sensitive find-current find-first find-global find-last find-next-occurrence find-prev-occurrence
    find-select find-unique find-wrap-around finder first first-asynch-request first-child first-column first-form
    first-object first-of first-proc first-procedure first-server first-tab-i first-tab-item fit-last-column
    fixed-only flat-button float focus focused-row focused-row-selected font font-table for force-file fore
    foreground form form-long-input format formatte formatted forward forwards fragmen fragment fram frame frame-col
    frame-db frame-down frame-field frame-file frame-inde frame-index frame-line frame-name frame-row frame-spa
    frame-spacing frame-val frame-value frame-x frame-y frequency from from-c from-chars from-cur from-current from-p
    from-pixels full-height full-height-chars full-height-p full-height-pixels full-pathn full-pathname full-width
    full-width-chars full-width-p full-width-pixels function function-call-type gateway gateways ge generate-md5
    generate-pbe-key generate-pbe-salt generate-random-key generate-uuid get get-attr-call-type get-attribute-node
    get-binary-data get-blue get-blue-value get-browse-column get-buffer-handle get-byte get-callback-proc-context
    get-callback-proc-name get-cgi-list get-cgi-long-value get-cgi-value get-class get-codepages get-collations
    get-config-value get-current get-double get-dropped-file get-dynamic get-error-column get-error-row get-file
    get-file-name get-file-offse get-file-offset get-first get-float get-green get-green-value
    get-index-by-namespace-name get-index-by-qname get-int64 get-iteration get-key-val get-key-value get-last
    get-localname-by-index get-long get-message get-next get-number get-pointer-value get-prev get-printers
    get-property get-qname-by-index get-red get-red-value get-repositioned-row get-rgb-value get-selected
    get-selected-widget get-short get-signature get-size get-string get-tab-item get-text-height
    get-text-height-chars get-text-height-p get-text-height-pixels get-text-width get-text-width-chars
    get-text-width-p get-text-width-pixels get-type-by-index get-type-by-namespace-name get-type-by-qname
    get-unsigned-long get-unsigned-short get-uri-by-index get-value-by-index get-value-by-namespace-name
    get-value-by-qname get-wait-state getbyte global go-on go-pend go-pending grant graphic-e graphic-edge
    grid-factor-h grid-factor-horizontal grid-factor-v grid-factor-vertical grid-snap grid-unit-height
    grid-unit-height-chars grid-unit-height-p grid-unit-height-pixels grid-unit-width grid-unit-width-chars
    grid-unit-width-p grid-unit-width-pixels grid-visible group gt guid handler has-records having header height
    height-chars height-p height-pixels help hex-decode hex-encode hidden hide hori horizontal host-byte-order
    html-charset html-end-of-line html-end-of-page html-frame-begin html-frame-end html-header-begin html-header-end
    html-title-begin html-title-end hwnd icon if image image-down image-insensitive image-size image-size-c
    image-size-chars image-size-p image-size-pixels image-up immediate-display implements import import-principal in
    in-handle increment-exclusive-id index index-hint index-information indexed-reposition indicator info information
    inherit-bgc inherit-bgcolor inherit-fgc inherit-fgcolor inherits init initial initial-dir initial-filter
    initialize-document-type initiate inner-chars inner-lines input input-o input-output input-value insert
    insert-attribute insert-b insert-backtab insert-file insert-row insert-string insert-t insert-tab interface
    internal-entries into invoke is is-attr is-attr-space is-clas is-class is-json is-lead-byte is-open
    is-parameter-set is-partitione is-partitioned is-row-selected is-selected is-xml item items-per-row join
    join-by-sqldb kblabel keep-connection-open keep-frame-z keep-frame-z-order keep-messages keep-security-cache
    keep-tab-order key key-code key-func key-function key-label keycode keyfunc keyfunction keylabel keys keyword
    keyword-all label label-bgc label-bgcolor label-dc label-dcolor label-fgc label-fgcolor label-font label-pfc
    label-pfcolor labels labels-have-colons landscape language languages large large-to-small last
    last-asynch-request last-batch last-child last-even last-event last-form last-key last-object last-of last-proce
    last-procedure last-server last-tab-i last-tab-item lastkey lc ldbname le leave left-align left-aligned left-trim
    length library like like-sequential line line-count line-counter list-events list-item-pairs list-items
    list-property-names list-query-attrs list-set-attrs list-widgets listi listing literal-question little-endian
    load load-domains load-icon load-image load-image-down load-image-insensitive load-image-up load-mouse-p
    load-mouse-pointer load-picture load-small-icon local-name local-version-info locator-column-number
    locator-line-number locator-public-id locator-system-id locator-type lock-registration locked log log-audit-event
    log-manager login-expiration-timestamp login-host login-state logout lookahead lookup lt machine-class mandatory
    manual-highlight map margin-extra margin-height margin-height-chars margin-height-p margin-height-pixels
    margin-width margin-width-chars margin-width-p margin-width-pixels mark-new mark-row-state matches max max-button
    max-chars max-data-guess max-height max-height-c max-height-chars max-height-p max-height-pixels max-rows
    max-size max-val max-value max-width max-width-chars max-width-p max-width-pixels maximize maximum maximum-level
    md5-digest member memptr-to-node-value menu menu-bar menu-item menu-k menu-key menu-m menu-mouse menubar
    merge-by-field message message-area message-area-font message-lines method min min-button min-column-width-c
    min-column-width-chars min-column-width-p min-column-width-pixels min-height min-height-chars min-height-p
    min-height-pixels min-size min-val min-value min-width min-width-chars min-width-p min-width-pixels minimum mod
    modified modulo month mouse mouse-p mouse-pointer movable move-after move-after-tab-item move-befor
    move-before-tab-item move-col move-column move-to-b move-to-bottom move-to-eof move-to-t move-to-top mpe mtime
    multi-compile multiple multiple-key multitasking-interval must-exist name namespace-prefix namespace-uri native
    ne needs-appserver-prompt needs-prompt new new-instance new-row next next-column next-prompt next-rowid
    next-sibling next-tab-i next-tab-item next-value no no-apply no-array-message no-assign no-attr no-attr-list
    no-attr-space no-auto-validate no-bind-where no-box no-console no-convert no-convert-3d-colors no-current-value
    no-debug no-drag no-echo no-empty-space no-error no-f no-fill no-focus no-help no-hide no-index-hint
    no-inherit-bgc no-inherit-bgcolor no-inherit-fgc no-inherit-fgcolor no-join-by-sqldb no-label no-labels no-lobs
    no-lock no-lookahead no-map no-mes no-message no-pause no-prefe no-prefetch no-row-markers no-scrollbar-vertical
    no-separate-connection no-separators no-tab-stop no-und no-underline no-undo no-val no-validate no-wait
    no-word-wrap node-value-to-memptr nonamespace-schema-location none normalize not not-active now null num-ali
    num-aliases num-buffers num-but num-buttons num-col num-columns num-copies num-dbs num-dropped-files num-entries
    num-fields num-formats num-items num-iterations num-lines num-locked-col num-locked-columns num-messages
    num-parameters num-references num-replaced num-results num-selected num-selected-rows num-selected-widgets
    num-tabs num-to-retain num-visible-columns numeric numeric-f numeric-format object octet-length of off ok
    ok-cancel old on on-frame on-frame-border open opsys option or ordered-join ordinal os-append os-command os-copy
    os-create-dir os-delete os-dir os-drive os-drives os-error os-getenv os-rename otherwise output overlay override
    owner page page-bot page-bottom page-num page-number page-size page-top page-wid page-width paged param parameter
    parent parse-status partial-key pascal password-field pathname pause pbe-hash-alg pbe-hash-algorithm
    pbe-key-rounds pdbname persist persistent persistent-cache-disabled pfc pfcolor pixels pixels-per-col
    pixels-per-column pixels-per-row popup-m popup-menu popup-o popup-only portrait position precision prefer-dataset
    prepare-string prepared preproc preprocess presel preselect prev prev-column prev-sibling prev-tab-i
    prev-tab-item primary printer printer-control-handle printer-hdc printer-name printer-port printer-setup private
    private-d private-data privileges proc-ha proc-handle proc-st proc-status proc-text proc-text-buffer proce
    procedure procedure-call-type procedure-type process profiler program-name progress progress-s progress-source
    prompt prompt-f prompt-for promsgs propath property protected provers proversion proxy proxy-password
    proxy-userid public public-id publish published-events put put-byte put-double put-float put-int64 put-key-val
    put-key-value put-long put-short put-string put-unsigned-long putbyte query query-close query-off-end query-open
    query-prepare query-tuning question quit quoter r-index radio-buttons radio-set random raw-transfer rcode-info
    rcode-information read-available read-exact-num read-file read-json read-only read-xml readkey real record-length
    rect rectangle recursive reference-only refresh refresh-audit-policy refreshable register-domain release remote
    remove-events-procedure remove-super-procedure repeat replace replace-selection-text reposition
    reposition-backward reposition-forward reposition-mode reposition-to-row reposition-to-rowid request request-info
    reset resiza resizable resize response-info restart-row restart-rowid retain retain-shape retry retry-cancel
    return return-align return-ins return-inserted return-to-start-di return-to-start-dir return-val return-value
    return-value-data-type returns reverse-from revert revoke rgb-value right-aligned right-trim roles round
    routine-level row row-height-chars row-height-pixels row-markers row-of row-resizable rule run run-procedure save
    save-as save-file sax-comple sax-complete sax-parse sax-parse-first sax-parse-next sax-parser-error sax-running
    sax-uninitialized sax-write-begin sax-write-complete sax-write-content sax-write-element sax-write-error
    sax-write-idle sax-write-tag sax-writer schema schema-location schema-marshal schema-path screen screen-io
    screen-lines screen-val screen-value scroll scroll-bars scroll-delta scroll-offset scroll-to-current-row
    scroll-to-i scroll-to-item scroll-to-selected-row scrollable scrollbar-h scrollbar-horizontal scrollbar-v
    scrollbar-vertical scrolled-row-pos scrolled-row-position scrolling sdbname seal seal-timestamp search
    search-self search-targer section security-policy seek select select-all select-focused-row select-next-row
    select-prev-row select-row selectable selected selection selection-end selection-list selection-start
    selection-text self send send-sql send-sql-statement sensitive separate-connection separator-fgcolor separators
    serializable serialize-hidden serialize-name server server-connection-bound server-connection-bound-request
    server-connection-context server-connection-id server-operating-mode session session-idset set-appl-context
    set-attr-call-type set-attribute-node set-blue set-blue-value set-break set-buffers set-callback set-client
    set-commit set-contents set-current-value set-db-client set-dynamic set-event-manager-option set-green
    set-green-value set-input-source set-option set-output-destination set-parameter set-pointer-value set-property
    set-red set-red-value set-repositioned-row set-rgb-value set-rollback set-selection set-size set-sort-arrow
    set-wait-state setuser setuserid sha1-digest share share-lock shared show-in-taskbar show-stat show-stats
    side-lab side-label-h side-label-handle side-labels signature silent simple single single-run singleton size
    size-c size-chars size-p size-pixels skip skip-deleted-record slider small-icon small-title smallint some sort
    sort-ascending sort-number source source-procedure space sql sqrt ssl-server-name standalone start start-document
    start-element start-move start-resize start-row-resize state-detail static status status-area status-area-font
    stdcall stop stop-after stop-parsing stoppe stopped stored-proc stored-procedure stream stream-handle stream-io
    stretch-to-fit strict strict-entity-resolution string string-value string-xref sub- sub-ave sub-average sub-count
    sub-maximum sub-menu sub-min sub-minimum sub-total subscribe subst substitute substr substring subtype sum
    sum-max super super-procedures suppress-namespace-processing suppress-w suppress-warnings
    symmetric-encryption-algorithm symmetric-encryption-iv symmetric-encryption-key symmetric-support system-alert
    system-alert-boxes system-dialog system-help system-id tab-position tab-stop table table-handle table-number
    table-scan target target-procedure temp-dir temp-directory temp-table temp-table-prepare term terminal
    terminatetext text text-cursor text-seg-grow text-selected then this-object this-procedure thread-safe three-d
    through throw thru tic-marks time time-source title title-bgc title-bgcolor title-dc title-dcolortitle-fgc
    title-fgcolor title-fo title-font to to-rowid today toggle-box tooltip tooltips top-nav-query top-only topic
    total trailing trans trans-init-procedure transaction transaction-mode transparent trigger triggers trim true
    trunc truncate type type-of unbox unbuff unbuffered underl underline undo unform unformatted union unique
    unique-id unique-match unix unless-hidden unload unsigned-long unsubscribe up update update-attribute url
    url-decode url-encode url-password url-userid use use-dict-exps use-filename use-index use-revvideo use-text
    use-underline use-widget-pool user user-id userid using v6display v6frame valid-event valid-handle valid-object
    validate validate-expression validate-message validate-seal validation-enabled value value-changed values var
    variable verbose version vert vertical view view-as view-first-column-on-reopen virtual-height
    virtual-height-chars virtual-height-p virtual-height-pixels virtual-width virtual-width-chars virtual-width-p
    virtual-width-pixels visible void wait wait-for warning web-context weekday when where while widget widget-e
    widget-enter widget-id widget-l widget-leave widget-pool width width-chars width-p width-pixels window
    window-maxim window-maximized window-minim window-minimized window-name window-normal window-sta window-state
    window-system with word-index word-wrap work-area-height-pixels work-area-width-pixels work-area-x work-area-y
    work-tab work-table workfile write write-cdata write-characters write-comment write-data-element
    write-empty-element write-entity-ref write-external-dtd write-fragment write-json write-message
    write-processing-instruction write-status write-xml write-xmlschema x x-of xcode xml-data-type
    xml-entity-expansion-limit xml-node-type xml-schema-path xml-strict-entity-resolution
    xml-suppress-namespace-processing xref xref-xml y y-of year year-offset yes yes-no yes-no-cancel {&batch-mode}
    {&batch} {&file-name} {&line-number} {&line-numbe} {&opsys} {&process-architecture} {&sequence} {&window-system}
    {&window-sys}",
);
static TYPES: Words = Words::new(
    "blob char character clob date datetime datetime-tz dec decimal handle int int64 integer logical longchar memptr
    raw recid rowid widget-handle",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .groups(r"(\.)(\s+)", &[Operator, Text])
        .on("//.*", CommentSingle)
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .groups_to(r"(\{?&)(\S+)", &[CommentPreproc, NameOther], "directive")
        .to(r#"""#, Str, "string")
        .on(r"'(?:\\.|\\[0-7]{1,3}|\\[xX]\h{1,2}|[^\\'\n])'", StrChar)
        .mixin("numbers")
        .on(r"\*/", Error)
        .on("[-~!%^*+=|?:<>/]", Operator)
        .on(r"[()\[\],]", Punctuation)
        .on(r"(?i)(?:false|null|true)\b", KeywordConstant)
        .words_folded(r"[a-zA-Z_&{}][\w&}-]*", &[(&KEYWORDS, NameBuiltin), (&TYPES, KeywordType)], NameVariable);
    openedge::numbers(g);
    g.state("string")
        .to(r#"""#, Str, POP)
        .on(r#"\\(?:[\\abfnrtv"']|x\h{2,4}|[0-7]{1,3})"#, StrEscape)
        .on(r#"[^\\"]+|\\"#, Str);
    g.state("directive")
        .to(r"\n", Text, POP)
        .on(r"\s+", Text)
        .groups(r"(\{?&)(\S+)", &[CommentPreproc, NameOther])
        .to(r#"""#, Str, "string")
        .mixin("numbers")
        .on(r"\S+", Name);
}
