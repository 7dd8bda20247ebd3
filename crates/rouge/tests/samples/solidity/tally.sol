pragma solidity ^0.8.0;

/* A tally of
   votes. */
contract Tally is Base {
    mapping(address => uint256) public votes; // who and how often
    event Voted(address indexed who, bytes32 what);
    string constant label = "it's \u0041 \x41 fine";
    hex'00ff';

    function vote(uint8[] calldata choices) external payable returns (bool ok) {
        require(msg.sender != address(0x0), 'nobody "votes"');
        for (uint i = 0; i < choices.length; i++) { votes[msg.sender] += 1.5e3; }
        if (now > 2 days && block.timestamp > 1 ether) revert();
        ufixed128x18 later = 7e2; var x = 0XfF; int24 $y;
        emit Voted(msg.sender, keccak256("a\
b"));
        return !ok ? true : false; */
    }
}
"open
'also
