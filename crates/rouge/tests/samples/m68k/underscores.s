start:  move.l  _, d0
        add     __ , _x
        bra     _1
