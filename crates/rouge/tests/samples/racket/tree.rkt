#lang racket
;; A tree
#| block #| nested |# |#
(require (for-syntax racket/base) "util.rkt")
(define-struct node [left right] #:transparent)
(define (size t [n 0])
  (cond [(node? t) (+ 1 (size (node-left t)) -2.5)]
        [else #;(left (out [x]) "s") #; "text" #t]))
(let* ([x '(a b . c)] [y `(1 ,x ,@(list 2))] [z #\space] [c #\(])
  (printf "Hi ~a\n\"q\" \\" (vector-ref #(1 2) 0))
  (for/list ([i (in-range #xFF #b101)]) {hash-set! h i #false}))
'sym '|odd| #'(stx) #e1.5 +inf.0 -nan.0 #:key 12 -3 #true
(string-append "unclosed
