//! PL/SQL. Words are looked up without regard to case. After a dot, only functions are looked up.

use super::prelude::*;

static TYPES: Words = Words::new(
    "anydata anydataset anytype bfile binary_double binary_float binary_integer blob boolean byte char character clob
    date day dec decimal double dubritype float httpuritype int integer interval local long month national nchar
    nclob number numeric nvarchar2 pls_integer precision raw real ref sdo_geometry sdo_georaster sdo_topo_geometry
    second simple_double simple_float simple_integer smallint sys_refcursor time timestamp to urowid varchar varchar2
    varying xdburitype xmltype year zone",
);
static FUNCTIONS: Words = Words::new(
    "abs acos add_months approx_count approx_count_distinct approx_count_distinct_agg approx_count_distinct_detail
    approx_median approx_percentile approx_percentile_agg approx_percentile_detail approx_rank approx_sum ascii
    asciistr asin atan atan2 avg bfilename bin_to_num bitand cardinality cast ceil chartorowid chr cluster_details
    cluster_distance cluster_id cluster_probability cluster_set coalesce collation collect compose con_dbid_to_id
    con_guid_to_id con_name_to_id con_uid_to_id concat convert corr cos cosh count covar_pop covar_samp cume_dist
    current_date current_timestamp cv dataobj_to_mat_partition dataobj_to_partition dbtimezone decode decompose
    dense_rank depth deref dump empty_blob empty_clob existsnode exp extract extractvalue feature_compare
    feature_details feature_id feature_set feature_value first first_value floor from_tz greatest group_id grouping
    grouping_id hextoraw initcap instr iteration_number json_array json_arrayagg json_object json_objectagg
    json_query json_table json_value lag last last_day last_value lead least length listagg ln lnnvl localtimestamp
    log lower lpad ltrim make_ref max median min mod months_between nanvl nchr new_time next_day nls_charset_decl_len
    nls_charset_id nls_charset_name nls_collation_id nls_collation_name nls_initcap nls_lower nls_upper nlssort
    nth_value ntile nullif numtodsinterval numtoyminterval nvl nvl2 ora_dm_partition_name ora_dst_affected
    ora_dst_convert ora_dst_error ora_hash ora_invoking_user ora_invoking_userid path percent_rank percentile_cont
    percentile_disc power powermultiset powermultiset_by_cardinality prediction prediction_bounds prediction_cost
    prediction_details prediction_probability prediction_set presentnnv presentv previous rank ratio_to_report
    rawtohex rawtonhex reftohex regexp_count regexp_instr regexp_replace regexp_substr remainder replace round
    row_number rowidtochar rowidtonchar rpad rtrim scn_to_timestamp sessiontimezone set sign sin sinh soundex sqrt
    standard_hash stats_binomial_test stats_crosstab stats_f_test stats_ks_test stats_mode stats_mw_test
    stats_one_way_anova stats_wsr_test stddev stddev_pop stddev_samp substr sum sys_connect_by_path sys_context
    sys_dburigen sys_extract_utc sys_guid sys_op_zone_id sys_typeid sys_xmlagg sys_xmlgen sysdate systimestamp tan
    tanh timestamp_to_scn to_approx_count_distinct to_approx_percentile to_binary_double to_binary_float to_blob
    to_char to_clob to_date to_dsinterval to_lob to_multi_byte to_nchar to_nclob to_number to_single_byte
    to_timestamp to_timestamp_tz to_yminterval translate treat trim trunc tz_offset uid unistr upper user userenv
    validate_conversion value var_pop var_samp variance vsize width_bucket xmlagg xmlcast xmlcdata xmlcolattval
    xmlcomment xmlconcat xmldiff xmlelement xmlexists xmlforest xmlisvalid xmlparse xmlpatch xmlpi xmlquery xmlroot
    xmlsequence xmlserialize xmltable xmltransform",
);
static RESERVED: Words = Words::new(
    "accessible agent all alter and any as asc between bfile_base blob_base by c calling char_base charset charsetform
    charsetid check clob_base cluster collate compiled compress connect connect_by_root constructor create
    customdatum date_base default delete desc distinct drop duration else elsif except exclusive exists exit fixed
    for forall from general grant group having identified in index indices insert interface intersect into is large
    like limited lock loop maxlen minus mode nocompress not nowait null number_base ocicoll ocidate ocidatetime
    ociduration ociinterval ociloblocator ocinumber ociraw ociref ocirefcursor ocirowid ocistring ocitype of on
    option or oracle oradata order orlany orlvary out overriding parallel_enable parameter pascal pctfree pipe
    pipelined polymorphic pragma prior public raise record relies_on rem rename resource result revoke rowid sb1 sb2
    select separate share short size size_t sparse sqlcode sqldata sqlname sqlstate standard start stored struct
    style synonym table tdo then transactional trigger ub1 ub4 union unique unsigned untrusted update valist values
    variable view void where while with",
);
static KEYWORDS: Words = Words::new(
    "abort absent access accessed account acl across action actions activate active active_component active_data
    active_function active_tag activity adaptive_plan add add_column add_group adg_redirect_dml adg_redirect_plsql
    adj_date admin administer administrator advanced advise advisor afd_diskstring affinity after aggregate
    aggregates algorithm alias all_rows allocate allow alternate always analytic analytic_view_sql analyze ancestor
    ancillary and_equal anomaly ansi_rearch answer_query_using_stats antijoin any_value anyschema append
    append_values appendchildxml application apply archival archive archived archivelog array arrays as_json asis
    assembly assign associate async asynchronous at attribute attributes audit authenticated authentication authid
    authorization auto auto_login auto_reoptimize autoallocate autoextend automatic av_aggregate av_cache
    availability avcache_op average_rank avmdx_op avro aw background backingfile backup band_join basic basicfile
    batch batch_table_access_by_rowid batchsize become before begin begin_outline_data beginning behalf bequeath
    bigfile binary binary_double_infinity binary_double_nan binary_float_infinity binary_float_nan bind_aware binding
    bit_and_agg bit_or_agg bit_xor_agg bitmap bitmap_and bitmap_bit_position bitmap_bucket_number
    bitmap_construct_agg bitmap_count bitmap_or_agg bitmap_tree bitmaps bitor bits bitxor block block_range
    blockchain blocking blocks blocksize body bool bootstrap both bound branch breadth broadcast bson buffer
    buffer_cache buffer_pool build bulk bushy_join bypass_recursive_check bypass_ujvc cache cache_cb cache_instances
    cache_temp_table caching calculated call callback cancel capacity caption capture cascade case catalog_dblink
    category cdb$default cdb_http_handler cell_flash_cache cellmemory certificate cfile chained change
    change_dupkey_error_index char_cs check_acl_rewrite checkpoint checksum child choose chunk class classification
    classifier clause clean cleanup clear client clone close close_cached_open_cursors closest cloud_identity
    cluster_by_rowid clustering clustering_factor clusters co_auth_ind coalesce_sq coarse colauth cold column
    column_auth_indicator column_authorization_indicator column_stats column_value columnar columns comment commit
    committed common common_data_map compact compatibility compile complete compliance component components composite
    composite_limit compound computation compute con_id con_id_filter con_id_to_con_name con_id_to_dbid
    con_id_to_guid con_id_to_uid condition conditional confirm conforming connect_by_cb_whr_only
    connect_by_combine_sw connect_by_cost_based connect_by_elim_dups connect_by_filtering connect_by_iscycle
    connect_by_isleaf connect_time consensus consider consistent const constant constraint constraints container
    container_data container_data_admit_null container_map container_map_object containers containers_default content
    contents context continue controlfile conversion cookie copy corr_k corr_s corrupt_xid corrupt_xid_all corruption
    cost cost_xml_query_rewrite cpu_costing cpu_count cpu_per_call cpu_per_session cpu_time crash create_file_dest
    create_stored_outlines creation credential credentials critical cross crossedition csconvert cube cube_aj cube_gb
    cube_sj cume_distm current current_instance current_partset_key current_schema current_shard_key current_time
    current_user currentv cursor cursor_sharing_exact cursor_specific_segment cycle dagg_optim_gsets dangling data
    data_link_dml data_security_rewrite_limit data_validate database databases datafile datafiles datamovement
    dataobjno datapump datastore date_mode days db_role_change db_unique_name db_version dba dba_recyclebin
    dbms_stats dbstr2utf8 ddl deallocate debug debugger declare decompress decorrelate decr decrement decrypt
    deduplicate default_collation default_pdb_hint defaults deferrable deferred define defined definer definition
    degree delay delegate delete_all deletexml demand denorm_av dense_rankm dependent dequeue deref_no_rewrite
    descendant description destroy detached determined determines deterministic dg_gather_stats diagnostics
    dictionary digest dimension dimensions direct direct_load direct_path directory disable disable_all
    disable_container_map disable_containers_default disable_parallel_dml disable_preset disable_rpke disallow
    disassociate discard disconnect disk diskgroup disks dismount dist_agg_prollup_pushdown distinguished distribute
    distributed dml dml_update docfidelity document domain_index_filter domain_index_no_sort domain_index_sort
    downgrade drain_timeout driving_site drop_column drop_group dst_upgrade_insert_conv duplicate duplicated dv
    dynamic dynamic_sampling dynamic_sampling_est_cdn each edition editionable editioning editions elapsed_time
    element elim_groupby eliminate_join eliminate_oby eliminate_outer_join eliminate_sq em empty enable enable_all
    enable_parallel_dml enable_preset encode encoding encrypt encryption end end_outline_data enforce enforced
    enqueue enterprise entityescaping entry equipart equivalent error error_argument error_on_overlap_time errors
    escape estimate eval evalname evaluate evaluation even events every exception exceptions exchange exclude
    excluding execute exempt existing expand expand_gset_to_union expand_table expire explain explosion export
    expr_corr_check express extend extended extends extent extents external externally extra extractclobxml facility
    fact factor factorize_join failed failed_login_attempts failgroup failover failure false family far fast fbtscan
    feature federation fetch file file_name_convert filegroup filestore filesystem_like_logging filter final fine
    finish first_rows firstm fixed_view_data flagger flash_cache flashback flex flob flush folder following follows
    force force_json_table_transform force_spatial force_xml_query_rewrite foreign forever format forward
    fragment_number free freelist freelists freepools fresh fresh_mv ftp full full_outer_join_to_outer function
    functions gather_optimizer_statistics gather_plan_statistics gby_conc_rollup gby_pushdown generated get global
    global_name global_topic_enabled globally goldengate goto granted granular group_by groups guarantee guaranteed
    guard h half_years hash hash_aj hash_sj hashing hashkeys hashset_build header heap help hextoref hidden hide
    hier_ancestor hier_caption hier_child_count hier_children hier_column hier_condition hier_depth hier_description
    hier_has_children hier_lag hier_lead hier_level hier_member_name hier_member_unique_name hier_order hier_parent
    hier_window hierarchical hierarchies hierarchy high hintset_begin hintset_end host hot hour hours http
    hwm_brokered hybrid id identifier identity idgenerators idle idle_time if ignore ignore_optim_embedded_hints
    ignore_row_on_dupkey_index ignore_where_clause ilm immediate immutable impact import in_memory_metadata in_xquery
    inactive inactive_account_time include include_version includes including incoming incr increment incremental
    indent index_asc index_combine index_desc index_ffs index_filter index_join index_rows index_rrs index_rs
    index_rs_asc index_rs_desc index_scan index_skip_scan index_ss index_ss_asc index_ss_desc index_stats indexed
    indexes indexing indextype indextypes indicator infinite informational inherit initial initialized initially
    initrans inline inline_xmltype_nt inline_xt inmemory inmemory_pruning inner inplace insensitive insertchildxml
    insertchildxmlafter insertchildxmlbefore insertxmlafter insertxmlbefore install instance instances instantiable
    instantly instead instr2 instr4 instrb instrc interleaved intermediate internal_convert internal_use interpreted
    intra_cdb invalidate invalidation invisible io_logical io_megabytes io_requests ioseektim iotfrspeed isolate
    isolation isolation_level iterate java job join json json_equal json_equal2 json_exists json_exists2 json_hash
    json_length json_mergepatch json_mkmvi json_patch json_scalar json_serialize json_textcontains json_textcontains2
    json_transform jsonget jsonparse jsontoxml keep keep_duplicates kerberos key key_length keys keysize keystore
    kill kurtosis_pop kurtosis_samp label lag_diff lag_diff_percent language lateral lax layer ldap_reg_sync_interval
    ldap_registration ldap_registration_enabled lead_cdb lead_cdb_uri lead_diff lead_diff_percent leading leaf leaves
    ledger left length2 length4 lengthb lengthc less level levels library life lifecycle lifetime like2 like4 likec
    limit linear link list load lob lob_value lobnvl lobs local_indexes localtime location locator lockdown locked
    locking log_read_only_violations logfile logfiles logging logical logical_reads_per_call
    logical_reads_per_session logmining logoff logon lost low main manage managed management manager mandatory manual
    map mapper mapping master match match_number match_recognize matched matches materialize materialized matrix
    max_audit_size max_diag_size max_pdb_snapshots max_shared_temp_size maxarchlogs maxdatafiles maxextents maximize
    maxinstances maxlogfiles maxloghistory maxlogmembers maxsize maxtrans maxvalue mbrc measure measures medium
    member memcompress memoptimize memoptimize_write memory merge merge$actions merge_aj merge_const_on merge_sj
    metadata metadata_source_pdb method migrate migrate_cross_con migration minextents minimize minimum mining
    minus_null minute minutes minvalue mirror mirrorcold mirrorhot mismatch missing mle mlslabel model
    model_compile_subquery model_dontverify_uniqueness model_dynamic_subquery model_min_analysis model_nb
    model_no_analysis model_pby model_push_ref model_sv modification modify modify_column_type module monitor
    monitoring months mount mountpath mountpoint move movement multidimensional multiset multivalue mv_merge name
    named names namespace nan native native_full_outer_join natural nav nchar_cs needed neg nested nested_rollup_top
    nested_table_fast_insert nested_table_get_refs nested_table_id nested_table_set_refs nested_table_set_setid
    network never new next nl_aj nl_sj nlj_batching nlj_index_filter nlj_index_scan nlj_prefetch nls_calendar
    nls_characterset nls_comp nls_currency nls_date_format nls_date_language nls_iso_currency nls_lang nls_language
    nls_length_semantics nls_nchar_conv_excp nls_numeric_characters nls_sort nls_special_chars nls_territory no
    no_access no_adaptive_plan no_ansi_rearch no_answer_query_using_stats no_auto_reoptimize no_band_join
    no_basetable_multimv_rewrite no_batch_table_access_by_rowid no_bind_aware no_buffer no_bushy_join no_cartesian
    no_check_acl_rewrite no_cluster_by_rowid no_clustering no_coalesce_sq no_common_data no_connect_by_cb_whr_only
    no_connect_by_combine_sw no_connect_by_cost_based no_connect_by_elim_dups no_connect_by_filtering no_containers
    no_cost_xml_query_rewrite no_cpu_costing no_cross_container no_dagg_optim_gsets no_data_security_rewrite
    no_decorrelate no_dist_agg_prollup_pushdown no_domain_index_filter no_dst_upgrade_insert_conv no_elim_groupby
    no_eliminate_join no_eliminate_oby no_eliminate_outer_join no_eliminate_sq no_expand no_expand_gset_to_union
    no_expand_table no_fact no_factorize_join no_filtering no_full_outer_join_to_outer no_gather_optimizer_statistics
    no_gby_pushdown no_index no_index_ffs no_index_ss no_inmemory no_inmemory_pruning no_json_table_transform no_load
    no_merge no_model_push_ref no_monitor no_monitoring no_multimv_rewrite no_native_full_outer_join no_nlj_batching
    no_nlj_prefetch no_object_link no_oby_gbypd_separate no_or_expand no_order_rollups no_outer_join_to_anti
    no_outer_join_to_inner no_parallel no_parallel_index no_partial_commit no_partial_join no_partial_oson_update
    no_partial_rollup_pushdown no_place_distinct no_place_group_by no_pq_concurrent_union no_pq_expand_table
    no_pq_map no_pq_nonleaf_skew no_pq_replicate no_pq_skew no_prune_gsets no_pull_pred no_push_having_to_gby
    no_push_pred no_push_subq no_px_fault_tolerance no_px_join_filter no_qkn_buff no_query_transformation
    no_ref_cascade no_reorder_wif no_result_cache no_rewrite no_root_sw_for_local no_semi_to_inner no_semijoin
    no_set_gby_pushdown no_set_to_join no_sql_translation no_sql_tune no_star_transformation no_statement_queuing
    no_stats_gsets no_subquery_pruning no_substrb_pad no_swap_join_inputs no_table_lookup_by_nl no_temp_table
    no_transform_distinct_agg no_unnest no_use_cube no_use_dagg_union_all_gsets no_use_hash no_use_hash_aggregation
    no_use_hash_gby_for_daggpshd no_use_hash_gby_for_pushdown no_use_invisible_indexes no_use_merge no_use_nl
    no_use_partition_wise_distinct no_use_partition_wise_gby no_use_partition_wise_wif no_use_scalable_gby_invdist
    no_use_vector_aggregation no_vector_transform no_vector_transform_dims no_vector_transform_fact
    no_xdb_fastpath_insert no_xml_dml_rewrite no_xml_query_rewrite no_xmlindex_rewrite no_xmlindex_rewrite_in_select
    no_zonemap noappend noarchivelog noaudit nocache nocopy nocpu_costing nocycle nodelay noentityescaping noextend
    noforce noguarantee nokeep nolocal nologging nomapping nomaxvalue nominimize nominvalue nomonitoring nonblocking
    none noneditionable nonpartitioned nonschema noorder nooverride noparallel noparallel_index norelocate norely
    norepair noreplay noresetlogs noreverse norewrite normal norowdependencies noscale noschemacheck nosegment
    noshard nosort nostrict noswitch nothing notification novalidate now nulls num_index_keys obj_id object
    object2xml objno objno_reuse oby_gbypd_separate occurences occurrences odd off offline offset oid oidindex olap
    old old_push_pred ols oltp omit one online only opaque opaque_transform opaque_xcanonical opcode open operations
    operator opt_estimate opt_param optimal optimize optimizer_features_enable optimizer_goal or_expand or_predicates
    ora_branch ora_check_acl ora_check_privilege ora_check_sys_privilege ora_clustering ora_concat_rwkey
    ora_get_aclids ora_get_privileges ora_invoking_xs_user ora_invoking_xs_user_guid ora_normalize
    ora_partition_validation ora_rawcompare ora_rawconcat ora_rowscn ora_rowscn_raw ora_rowversion ora_search_rwkey
    ora_shard_id ora_shardspace_name ora_tabversion ora_write_time oradebug order_key_vector_use order_subq ordered
    ordered_predicates ordinality organization oson oson_diag oson_get_content other others out_of_line outer
    outer_join_to_anti outer_join_to_inner outline outline_leaf over overflow overflow_nomove overlaps own owner
    ownership package packages parallel parallel_index param parameters parent parity part$num$inst partial
    partial_join partial_rollup_pushdown partially partition partition_contained partition_hash partition_list
    partition_range partitioning partitions partitionset passing passive password password_grace_time
    password_life_time password_lock_time password_reuse_max password_reuse_time password_rollover_time
    password_verify_function passwordfile_metadata_cache past patch path_prefix paths pattern pbl_hs_begin pbl_hs_end
    pctincrease pctthreshold pctused pctversion pdb_local_only peer peers pending per percent percent_rankm
    percentage performance period permanent permission permute persistable pfile phv physical pikey piv_gb piv_ssf
    pivot place_distinct place_group_by plan plscope_settings plsql_ccflags plsql_code_type plsql_debug
    plsql_optimize_level plsql_warnings pluggable pmem point policy pool_16k pool_2k pool_32k pool_4k pool_8k port
    position post_transaction pq_concurrent_union pq_distribute pq_distribute_window pq_expand_table pq_filter pq_map
    pq_nomap pq_nonleaf_skew pq_replicate pq_skew prebuilt precedes preceding precompute_subquery predicate_reorders
    preload prepare present preserve preserve_oid pretty prev primary printblobtoclob priority private private_sga
    privilege privileged privileges procedural procedure process profile program project propagate propagation
    property protected protection protocol proxy pruning pull_pred purge push_having_to_gby push_pred push_subq
    px_fault_tolerance px_granule px_join_filter qb_name qualify quarantine quarters query query_block queue
    queue_curr queue_rowp quiesce quorum quota quotagroup quotes random random_local range rankm rapidly rawtoref rba
    rbo_outline rdba read read_or_write reads realm rebalance rebuild reconnect records_per_block recover recoverable
    recovery recycle recyclebin redaction redefine redo reduced redundancy ref_cascade_cursor reference referenced
    references referencing refresh reftoraw regexp_like register regr_avgx regr_avgy regr_count regr_intercept
    regr_r2 regr_slope regr_sxx regr_sxy regr_syy regular reject rekey relational relocate rely remote remote_mapped
    remove reorder_wif repair repeat replication required reservoir_sampling reset resetlogs resize resolve resolver
    respect restart restore restore_as_intervals restrict restrict_all_ref_cons restricted result_cache resumable
    resume retention retry_on_row_change return returning reuse reverse rewrite rewrite_or_error right rls_force role
    roles roleset rollback rolling rollover rollup root round_ties_to_even row row_length rowdependencies
    rowid_mapping_table rownum rows rule rules running salt sample save save_as_intervals savepoint sb4 scalar
    scalars scale scale_rows scan scan_instances scheduler schema schemacheck scn scn_ascending scope scrub sd_all
    sd_inhibit sd_show sdo_geom_key sdo_geom_max_x sdo_geom_max_y sdo_geom_max_z sdo_geom_mbb sdo_geom_mbr
    sdo_geom_min_x sdo_geom_min_y sdo_geom_min_z sdo_tolerance search seconds secret securefile securefile_dba
    security seed seg_block seg_file segment selectivity self semi_to_inner semijoin semijoin_driver sensitive
    sequence sequenced sequential serial serializable servererror service service_name_convert services session
    session_cached_cursors sessions_per_user sessiontzname set_gby_pushdown set_to_join sets settings severe shard
    shard_chunk_id sharded shards shardspace share_of shared shared_pool sharing shd$col$map shelflife show shrink
    shutdown sibling siblings sid signal_component signal_function signature simple single singletask site
    skewness_pop skewness_samp skip skip_ext_optimizer skip_proxy skip_unq_unusable_idx skip_unusable_indexes
    smallfile snapshot some sort source source_file_directory source_file_name_convert space spatial specification
    spfile split spreadsheet sql sql_scope sql_trace sql_translation_profile sqlldr stale standalone standby
    standby_max_data_delay standbys star star_transformation startup state statement statement_id statement_queuing
    statements static statistics stats_t_test_indep stats_t_test_indepu stats_t_test_one stats_t_test_paired stop
    storage storage_index store stream streams strict string strings strip stripe_columns stripe_width structure
    submultiset subpartition subpartition_rel subpartitioning subpartitions subqueries subquery_pruning subscribe
    subset substitutable substr2 substr4 substrb substrc subtype success successful summary supplemental
    suppress_load suspend swap_join_inputs switch switchover sync synchronous sys_audit sys_check_privilege
    sys_checkacl sys_cons_any_scalar sys_ctx_contains2 sys_ctx_mkividx sys_ctxinfopk sys_dl_cursor sys_dm_rxform_chr
    sys_dm_rxform_lab sys_dm_rxform_num sys_dom_compare sys_dst_prim2sec sys_dst_sec2prim sys_et_bfile_to_raw
    sys_et_blob_to_image sys_et_image_to_blob sys_et_raw_to_bfile sys_extpdtxt sys_fbt_insdel sys_filter_acls
    sys_fnmatches sys_fnreplace sys_get_aclids sys_get_any_scalar sys_get_col_aclids sys_get_privileges
    sys_gettokenid sys_getxtival sys_make_xmlnodeid sys_makexml sys_mkxmlattr sys_mkxti sys_op_adt2bin sys_op_adtcons
    sys_op_alscrval sys_op_atg sys_op_bin2adt sys_op_bitvec sys_op_bl2r sys_op_bloom_filter sys_op_bloom_filter_list
    sys_op_c2c sys_op_cast sys_op_ceg sys_op_cl2c sys_op_combined_hash sys_op_comp sys_op_convert sys_op_countchg
    sys_op_csconv sys_op_csconvtest sys_op_csr sys_op_csx_patch sys_op_cycled_seq sys_op_decomp sys_op_descend
    sys_op_distinct sys_op_dra sys_op_dsb_deserialize sys_op_dsb_serialize sys_op_dump sys_op_dv_check
    sys_op_enforce_not_null$ sys_op_extract sys_op_grouping sys_op_guid sys_op_hash sys_op_hcs_table sys_op_iix
    sys_op_interval_high_bound sys_op_itr sys_op_key_vector_create sys_op_key_vector_filter
    sys_op_key_vector_filter_list sys_op_key_vector_payload sys_op_key_vector_succeeded sys_op_key_vector_use
    sys_op_lbid sys_op_lobloc2blob sys_op_lobloc2clob sys_op_lobloc2id sys_op_lobloc2nclob sys_op_lobloc2typ
    sys_op_lsvi sys_op_lvl sys_op_makeoid sys_op_map_nonnull sys_op_msr sys_op_nicombine sys_op_niextract sys_op_nii
    sys_op_nix sys_op_noexpand sys_op_ntcimg$ sys_op_numtoraw sys_op_obj_upd_in_txn sys_op_oidvalue sys_op_opnsize
    sys_op_par sys_op_par_1 sys_op_pargid sys_op_pargid_1 sys_op_part_id sys_op_pivot sys_op_r2o sys_op_rawtonum
    sys_op_rdtm sys_op_ref sys_op_rmtd sys_op_rowidtoobj sys_op_rpb sys_op_tosetid sys_op_tpr sys_op_trtb
    sys_op_undescend sys_op_vecand sys_op_vecbit sys_op_vecor sys_op_vector_group_by sys_op_vecxor sys_op_version
    sys_op_vref sys_op_vvd sys_op_xmlcons_for_csx sys_op_xpthatg sys_op_xpthidx sys_op_xpthop sys_op_xtnn
    sys_op_xtxt2sqlt sys_optlobprbsc sys_optxicmp sys_optxqcastasnq sys_orderkey_depth sys_orderkey_maxchild
    sys_orderkey_parent sys_parallel_txn sys_path_reverse sys_pathid_is_attr sys_pathid_is_nmspc sys_pathid_lastname
    sys_pathid_lastnmspc sys_plsql_count sys_plsql_cpu sys_plsql_io sys_pxqextract sys_raw_to_xsid sys_remap_xmltype
    sys_rid_order sys_row_delta sys_sc_2_xmlt sys_synrciredo sys_umakexml sys_xmlanalyze sys_xmlcontains sys_xmlconv
    sys_xmlexnsuri sys_xmli_loc_isnode sys_xmli_loc_istext sys_xmlinstr sys_xmllocator_getsval sys_xmlnodeid
    sys_xmlnodeid_getcid sys_xmlnodeid_getlocator sys_xmlnodeid_getokey sys_xmlnodeid_getpathid
    sys_xmlnodeid_getptrid sys_xmlnodeid_getrid sys_xmlnodeid_getsval sys_xmlnodeid_gettid sys_xmlt_2_sc
    sys_xmltranslate sys_xmltype2sql sys_xq_asqlcnv sys_xq_atomcnvchk sys_xq_nrng sys_xq_pksql2xml sys_xq_upkxml2sql
    sys_xqbaseuri sys_xqcastableerrh sys_xqcodep2str sys_xqcodepeq sys_xqcon2seq sys_xqconcat sys_xqdelete
    sys_xqdfltcolation sys_xqdoc sys_xqdocuri sys_xqdurdiv sys_xqed4uri sys_xqendswith sys_xqerr sys_xqerrh
    sys_xqeshtmluri sys_xqexlobval sys_xqexstwrp sys_xqextract sys_xqextrref sys_xqexval sys_xqfb2str sys_xqfnbool
    sys_xqfncmp sys_xqfndatim sys_xqfnlname sys_xqfnnm sys_xqfnnsuri sys_xqfnpredtruth sys_xqfnqnm sys_xqfnroot
    sys_xqformatnum sys_xqftcontain sys_xqfuncr sys_xqgetcontent sys_xqindxof sys_xqinsert sys_xqinspfx sys_xqiri2uri
    sys_xqlang sys_xqllnmfrmqnm sys_xqmknoderef sys_xqnilled sys_xqnodename sys_xqnormspace sys_xqnormucode
    sys_xqnsp4pfx sys_xqnspfrmqnm sys_xqpfxfrmqnm sys_xqpolyabs sys_xqpolyadd sys_xqpolycel sys_xqpolycst
    sys_xqpolycstbl sys_xqpolydiv sys_xqpolyflr sys_xqpolymod sys_xqpolymul sys_xqpolyrnd sys_xqpolysqrt
    sys_xqpolysub sys_xqpolyumus sys_xqpolyupls sys_xqpolyveq sys_xqpolyvge sys_xqpolyvgt sys_xqpolyvle sys_xqpolyvlt
    sys_xqpolyvne sys_xqref2val sys_xqrename sys_xqreplace sys_xqresvuri sys_xqrndhalf2evn sys_xqrslvqnm
    sys_xqryenvpget sys_xqryvarget sys_xqrywrp sys_xqseq2con sys_xqseq2con4xc sys_xqseqdeepeq sys_xqseqinsb
    sys_xqseqrm sys_xqseqrvs sys_xqseqsub sys_xqseqtypmatch sys_xqstartswith sys_xqstatburi sys_xqstr2codep
    sys_xqstrjoin sys_xqsubstraft sys_xqsubstrbef sys_xqtokenize sys_xqtreatas sys_xqxform sys_xsid_to_raw
    sys_zmap_filter sys_zmap_refresh sysasm sysaux sysbackup sysdba sysdg sysguid syskm sysobj sysoper sysrac system
    system_defined system_stats tabauth table_lookup_by_nl table_stats tables tablespace tablespace_no tabno tag
    target tbl$or$idx$part$num temp temp_table tempfile template temporary tenant_id test text than the thread
    through tier ties time_zone timeout times timestamp_to_number timezone_abbr timezone_hour timezone_minute
    timezone_offset timezone_region tiv_gb tiv_ssf to_aclid to_iso_string to_time to_time_tz to_utc_timestamp_tz
    token toplevel trace tracing tracking trailing transaction transform transform_distinct_agg transition
    transitional translation transportable triggers true truncate trust trusted tuning tx type typename types ub2 uba
    ucs2 unarchived unbound unbounded unconditional under undo undrop uniform uninstall union_all unite unixtime
    unlimited unload unlock unmatched unnest unnest_innerj_distinct_view unnest_nosemij_nodistinctview
    unnest_semij_view unpacked unpivot unplug unprotected unquiesce unrecoverable unrestricted unsubscribe until
    unusable unused upd_indexes upd_joinindex updatable updated updatexml upgrade upsert usable usage use use_anti
    use_concat use_cube use_dagg_union_all_gsets use_hash use_hash_aggregation use_hash_gby_for_daggpshd
    use_hash_gby_for_pushdown use_hidden_partitions use_invisible_indexes use_merge use_merge_cartesian use_nl
    use_nl_with_index use_partition_wise_distinct use_partition_wise_gby use_partition_wise_wif use_private_outlines
    use_scalable_gby_invdist use_semi use_stored_outlines use_ttt_for_gsets use_vector_aggregation use_weak_name_resl
    user_data user_defined user_recyclebin user_tablespaces usergroup users using using_no_expand utf16be utf16le
    utf32 utf8 v1 v2 valid_time_end validate validation varray varrays vector vector_encode vector_read
    vector_read_trace vector_transform vector_transform_dims vector_transform_fact verifier verify version versioning
    versions versions_endscn versions_endtime versions_operation versions_startscn versions_starttime versions_xid
    views violation virtual visibility visible volume wait wallet week weeks wellformed when whenever whitespace
    window with_expression with_plsql within without work wrapped wrapper write x_dyn_prune xdb_fastpath_insert xid
    xml xml2object xml_diag xml_dml_rwt_stmt xmlattributes xmlexists2 xmlindex_rewrite xmlindex_rewrite_in_select
    xmlindex_sel_idx_tbl xmlisnode xmlnamespaces xmlqueryval xmlschema xmltojson xmltokenset xmltransformblob
    xmltset_dml_enable xpathtable xs xs_sys_context years yes zonemap",
);

static ATTRIBUTES: Words = Words::new("found isopen notfound rowcount rowtype type");

pub(crate) fn define(g: &mut Grammar) {
    let name = g.either(r"[a-zA-Z][\w$]*", r"\w[\w$]*");
    g.state("root").on(r"\s+", Text).on("--.*", CommentSingle).to(r"/\*", CommentMultiline, "comment");
    g.state("comment").on(r"(?:\*[^/]|[^*])+", CommentMultiline).to(r"\*/", CommentMultiline, POP);
    literals(g);
    operators(g);
    names(g, name);
}

fn literals(g: &mut Grammar) {
    let directive = g.either(r"\$\$\$?[a-zA-Z]\w*", r"\$\$\$?\w+");
    g.append("root")
        .call("[qQ]'(.)", |cx| {
            cx.token(Operator);
            let close = match cx.group(1) {
                "{" => "}",
                "[" => "]",
                "(" => ")",
                "<" => ">",
                other => other,
            };
            let escape = if close.is_ascii() && !close.contains(|c: char| c.is_alphanumeric()) { "\\" } else { "" };
            let end = format!("{escape}{close}");
            cx.push_dynamic("quoted", close, |s| {
                s.on(format!("(?:{end}[^']|[^{end}]'|[^{end}'])+"), StrOther).to(format!("{end}'"), Operator, POP);
            });
        })
        .to("'", Operator, "string")
        .to(r#"""#, Operator, "quoted name")
        .groups(format!(r"(?i)(\$(?:else|elsif|end|error|if|then)|{directive})(\s+)"), &[CommentPreproc, Text])
        .on(r"[-+]?(?:\.\d+(?:[eE][-+]?\d+)?|\d+\.(?:\d+(?:[eE][-+]?\d+)?)?)[dDfF]?", NumFloat)
        .on(r"[-+]?\d+", NumInteger);
    g.state("string").on(r"\\.|''", StrEscape).to("'", Operator, POP).on(r"[^\\']+", StrSingle);
    g.state("quoted name").on(r#"\\.|"""#, StrEscape).to(r#"""#, Operator, POP).on(r#"[^\\"]+"#, NameVariable);
}

fn operators(g: &mut Grammar) {
    g.append("root")
        .on(r"%(\w+)\b", NameAttribute)
        .if_word_folded(&ATTRIBUTES)
        .on(r"\|\||\.\.|[:~]=|[-+%/*=<>@&!^\[\]]", Operator)
        .groups(r"(?i)(and|between|in|like|not|or)(\s)", &[OperatorWord, Text])
        .groups(r"(?i)(is)(\s+)(?:(not)(\s+))?(null\b)", &[OperatorWord, Text, OperatorWord, Text, OperatorWord])
        .to(r"\.(?=\w)", Punctuation, "after dot")
        .on("[;:(),.]", Punctuation);
}

fn names(g: &mut Grammar, name: &'static str) {
    let gap = r"(\s+)";
    let kinds = "function|package|procedure|type";
    g.append("root")
        // `replace` is a function elsewhere, as are some words after `matched`.
        .groups(
            format!("(?i)(create){gap}(?:(or){gap}(replace){gap})?({kinds})(?:{gap}(body))?{gap}({name})"),
            &[&[KeywordReserved, Text].repeat(5)[..], &[Name]].concat(),
        )
        .groups(
            format!(r"(?i)(when){gap}(?:(not){gap})?(matched){gap}(then){gap}(insert|update)\b(?:{gap}(set){gap})?"),
            &[KeywordReserved, Text].repeat(6),
        )
        .call(format!(r"({name})(\.(?=\w))?"), |cx| {
            let word = cx.group(1).to_ascii_lowercase();
            let token = match word.as_str() {
                word if TYPES.has(word) => KeywordType,
                word if FUNCTIONS.has(word) => NameFunction,
                word if RESERVED.has(word) => KeywordReserved,
                word if KEYWORDS.has(word) => Keyword,
                _ => Name,
            };
            cx.groups(&[token, Punctuation]);
            if cx.group_if(2).is_some() {
                cx.push("after dot");
            }
        });
    g.state("after dot").groups(format!(r"({name})(\.(?=\w))"), &[Name, Punctuation]).call(name, |cx| {
        let is_function = FUNCTIONS.has(&cx.matched().to_ascii_lowercase());
        cx.token(if is_function { NameFunction } else { Name });
        cx.pop(1);
    });
}
